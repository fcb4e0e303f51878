'use client'
import { Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys, useOs } from '@mantine/hooks'
import type { Translate } from '@openspot/messages/translate.ts'
import { IconSearch } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isSectionOf, type StaffRole } from '@/lib/lot-sections.ts'
import { pageKeys, sectionKeys } from '@/lib/shortcuts.ts'
import { type ShortcutRow, ShortcutsDialog } from '@/ui/shortcuts/shortcuts-dialog.tsx'
import { useShortcutKeys } from '@/ui/shortcuts/use-shortcut-keys.ts'
import { catchKeys } from './catch-keys.ts'
import css from './staff-tools.module.css'

// Loaded when it is first opened, because most visits of a page don't search.
const Palette = dynamic(() => import('@/ui/palette/palette.tsx').then((one) => one.Palette), { ssr: false })

/** The lot whose console is open. */
interface ToolsLot {
  lot_id: string
  /** Null until it is loaded. */
  lot_name: string | null
  /** Undefined until it is known, and for platform admins. */
  role: StaffRole | undefined
}

/** What works everywhere in the consoles: the command palette and the keyboard shortcuts. */
export function StaffTools({ lot = null }: { lot?: ToolsLot | null }) {
  const t = useTranslations()
  const router = useRouter()
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  const isMac = useOs() === 'macos'
  const sections =
    lot === null ? [] : sectionKeys.filter(([, one]) => one === '' || isSectionOf(one, lot.role ?? null))
  /** Takes what was typed while the palette opened. */
  const take = useRef<(() => string) | null>(null)
  const takeTyped = () => {
    const typed = take.current?.() ?? ''
    take.current = null
    return typed
  }
  const openPalette = () => {
    takeTyped()
    if (shown !== 'palette') take.current = catchKeys()
    setShown('palette')
  }
  useEffect(() => () => void take.current?.(), [])
  // Also from within a field: the combination types nothing.
  useHotkeys([['mod+K', openPalette]], [])
  useShortcutKeys({
    help: () => setShown('shortcuts'),
    go: (key) => {
      const section = sections.find(([one]) => one === key)?.[1]
      const path =
        section !== undefined && lot !== null
          ? `/lots/${lot.lot_id}${section === '' ? '' : `/${section}`}`
          : key === pageKeys.lots
            ? '/lots'
            : key === pageKeys.notifications
              ? '/me/notifications'
              : null
      if (path !== null) router.push(path)
      return path !== null
    },
  })
  const modifier = isMac ? '⌘' : 'Ctrl'
  return (
    <>
      <UnstyledButton
        className={css.open}
        aria-label={t('palette.title')}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={openPalette}
      >
        <IconSearch size={18} aria-hidden="true" />
        <span className={css.word}>{t('palette.open')}</span>
        <span className={css.keys} aria-hidden="true" translate="no">
          <Kbd size="xs">{modifier}</Kbd> <Kbd size="xs">K</Kbd>
        </span>
      </UnstyledButton>
      {shown === 'palette' ? (
        <Palette
          lot={lot}
          takeTyped={takeTyped}
          onClose={() => {
            takeTyped()
            setShown(null)
          }}
          onShortcuts={() => setShown('shortcuts')}
        />
      ) : null}
      {shown === 'shortcuts' ? (
        <ShortcutsDialog rows={rowsOf(t, sections, modifier)} onClose={() => setShown(null)} />
      ) : null}
    </>
  )
}

/** Every shortcut that works here, with its label. */
function rowsOf(t: Translate, sections: typeof sectionKeys, modifier: string): ShortcutRow[] {
  const go = (key: string, section: string): ShortcutRow => ({
    keys: ['G', key.toUpperCase()],
    label: t('shortcuts.go', { section }),
  })
  return [
    { keys: [modifier, 'K'], label: t('shortcuts.palette'), combined: true },
    { keys: ['/'], label: t('shortcuts.search') },
    { keys: ['?'], label: t('shortcuts.help') },
    ...sections.map(([key, section]) => go(key, t(`staff.nav.${section === '' ? 'overview' : section}`))),
    go(pageKeys.lots, t('staff.nav.lots')),
    go(pageKeys.notifications, t('driver.nav.inbox')),
  ]
}

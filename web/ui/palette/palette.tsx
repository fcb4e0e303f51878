'use client'
import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type StaffSearch, searchStaffRoute } from '@openspot/contract/booking/staff-search.ts'
import { getMeRoute, listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useEffect, useReducer, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isSectionOf } from '@/lib/lot-sections.ts'
import { tagAround } from '@/lib/messages/tag.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { reservationTimeText, useTimeFormats } from '@/ui/time.tsx'
import css from './palette.module.css'
import { foundGroups, matching, type PaletteGroup, type PaletteLot, screenItems } from './palette-items.ts'
import { PaletteList } from './palette-list.tsx'
import { PlateAnswer } from './plate-answer.tsx'

/** The most lots in which a plate is offered to look up. In others it is offered from within them. */
const MAX_PLATE_LOTS = 6
const SEARCH_MS = 200

interface AskedPlate {
  plate: string
  lot: PaletteLot
}

/** Finds screens, lots, spots, people, and reservations, and looks up plates, by typing. */
export function Palette({
  lot: of,
  takeTyped,
  onClose,
  onShortcuts,
}: {
  /** The lot whose console is open. */
  lot: { lot_id: string; lot_name: string | null } | null
  /** Takes what was typed before the field had the focus. */
  takeTyped: () => string
  onClose: () => void
  onShortcuts: () => void
}) {
  const t = useTranslations()
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [plate, setPlate] = useState<AskedPlate | null>(null)
  const q = typed.trim()
  const [searched] = useDebouncedValue(q, SEARCH_MS)
  const me = useApiQuery(getMeRoute, {})
  const memberships = useApiQuery(listMyMembershipsRoute, {}, { client: 'admin' })
  const found = useApiQuery(
    searchStaffRoute,
    { query: { q: searched, ...(of === null ? {} : { lot_id: of.lot_id }) } },
    { client: 'admin', enabled: searched.length >= 2, keep: true },
  )
  const formatOf = useTimeFormats()
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const [, showAgain] = useReducer((times: number) => times + 1, 0)

  const staffed: PaletteLot[] = (memberships.data?.items ?? []).flatMap(
    ({ lot_id, lot_name, role, status }) =>
      status === 'ACTIVE' && role !== 'MEMBER' ? [{ lot_id, lot_name, role }] : [],
  )
  const is_platform_admin = me.data?.roles.includes('OPENSPOT_ADMIN') ?? false
  const lot =
    of === null
      ? null
      : (staffed.find(({ lot_id }) => lot_id === of.lot_id) ??
        (is_platform_admin
          ? { lot_id: of.lot_id, lot_name: of.lot_name ?? t('staff.nav.thisLot'), role: null }
          : null))
  const isFresh = searched === q && q.length >= 2
  const screens = [
    ...screenItems(t, { lot, is_platform_admin }),
    { id: 'shortcuts', label: t('shortcuts.title'), act: { run: onShortcuts } },
  ]
  const timeText = (one: StaffSearch['reservations'][number]) =>
    reservationTimeText(t, one, formatOf(one.time_zone))
  const groups: PaletteGroup[] = [
    ...(isFresh && found.data ? foundGroups(t, found.data, timeText) : []),
    { id: 'screens' as const, items: matching(screens, q) },
    ...(q === '' && of === null
      ? [
          {
            id: 'lots' as const,
            items: staffed.map((one) => ({
              id: `lot ${one.lot_id}`,
              label: one.lot_name,
              act: { open: `/lots/${one.lot_id}` },
            })),
          },
        ]
      : []),
    { id: 'plates' as const, items: plateItems() },
  ].filter(({ items }) => items.length > 0)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)

  function plateItems() {
    const asked = normalizePlate(q)
    // What has no digit is a name more often than a plate.
    if (!/^[A-Z0-9]{2,10}$/.test(asked) || !/\d/.test(asked)) return []
    return [
      ...(lot !== null && isSectionOf('cars', lot.role)
        ? [
            {
              id: 'vehicles',
              label: t('palette.plate.vehicles', { plate: asked }),
              hint: lot.lot_name,
              act: { open: `/lots/${lot.lot_id}/cars?q=${encodeURIComponent(asked)}` },
            },
          ]
        : []),
      ...(lot === null ? staffed.slice(0, MAX_PLATE_LOTS) : [lot]).map((one) => ({
        id: `plate ${one.lot_id}`,
        label: t('palette.plate.lookUp', { plate: asked }),
        hint: t('palette.plate.logged', { lot: one.lot_name }),
        act: { run: () => setPlate({ plate: asked, lot: one }) },
      })),
    ]
  }

  const { selectFirstOption, resetSelectedOption } = combobox
  const shown = groups.map(({ items }) => items.map(({ id }) => id).join()).join()
  // Enter opens the best result without an arrow key.
  useEffect(() => {
    if (q === '' || shown === '') resetSelectedOption()
    else selectFirstOption()
  }, [q, shown, selectFirstOption, resetSelectedOption])

  const choose = (id: string) => {
    const item = groups.flatMap(({ items }) => items).find((one) => one.id === id)
    if (item === undefined) return
    if ('run' in item.act) {
      item.act.run()
      return
    }
    onClose()
    // The patrol is a page of its own, so that its service worker is in charge from the start.
    if (item.act.open.startsWith('/patrol')) window.location.assign(item.act.open)
    else router.push(item.act.open)
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('palette.title')}
      size="lg"
      classNames={{ body: css.body ?? '' }}
    >
      {plate ? (
        <PlateAnswer {...plate} onBack={() => setPlate(null)} onClose={onClose} />
      ) : (
        <Combobox store={combobox} onOptionSubmit={choose}>
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              data-autofocus
              aria-label={t('palette.placeholder')}
              placeholder={t('palette.placeholder')}
              size="md"
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
              leftSection={<IconSearch size={18} aria-hidden="true" />}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onFocus={() => {
                const early = takeTyped()
                if (early !== '') setTyped((text) => text + early)
              }}
            />
          </Combobox.EventsTarget>
          <p className="sr-only" role="status">
            {q.length >= 2 && isFresh && !found.isFetching ? t('palette.found', { count }) : null}
          </p>
          <PaletteList
            q={q}
            groups={groups}
            isSearching={q.length >= 2 && (!isFresh || found.isFetching)}
            failure={found.error?.message ?? null}
            onListed={showAgain}
          />
          <p className={css.help} aria-hidden="true">
            {t.rich('palette.keys', { kbd: tagAround(<kbd />) })}
          </p>
        </Combobox>
      )}
    </Modal>
  )
}

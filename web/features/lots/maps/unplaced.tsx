'use client'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Panel } from '@/ui/panel.tsx'
import { type Action, type Draft, nextPlacement } from './editor-state.ts'
import css from './maps.module.css'

const MAX_SHOWN = 60

/** The spots of the lot that are not on the map; pressing one places it next to the previous one. */
export function Unplaced({
  draft,
  spots,
  act,
}: {
  draft: Draft
  /** The lot's spots in order. */
  spots: readonly { id: string; label: string }[]
  act: (action: Action) => void
}) {
  const t = useTranslations()
  const [find, setFind] = useState('')
  const on = new Set(draft.spots.map(({ spot_id }) => spot_id))
  const missing = spots.filter(({ id }) => !on.has(id))
  const found = missing.filter(({ label }) => label.toLowerCase().includes(find.trim().toLowerCase()))
  const place = (id: string) =>
    act({
      do: 'change',
      draft: { ...draft, spots: [...draft.spots, nextPlacement(id, draft)] },
      chosen: [id],
    })
  return (
    <Panel
      title={t('maps.editor.unplaced')}
      text={missing.length === 0 ? t('maps.editor.allPlaced') : t('maps.editor.unplacedText')}
    >
      {missing.length > 12 ? (
        <TextInput
          label={t('maps.editor.find')}
          size="md"
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      ) : null}
      {found.length > 0 ? (
        <ul className={css.labels}>
          {found.slice(0, MAX_SHOWN).map(({ id, label }) => (
            <li key={id}>
              <button
                type="button"
                className={css.label}
                aria-label={t('maps.editor.placeSpot', { label })}
                onClick={() => place(id)}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {found.length > MAX_SHOWN ? (
        <p className={css.quiet}>{t('maps.editor.more', { count: found.length - MAX_SHOWN })}</p>
      ) : null}
    </Panel>
  )
}

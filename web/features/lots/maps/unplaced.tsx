'use client'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '@/ui/panel.tsx'
import { words } from '@/words/index.ts'
import { type Action, type Draft, nextPlacement } from './editor-state.ts'
import css from './maps.module.css'

const say = words.maps.editor
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
    <Panel title={say.unplaced} text={missing.length === 0 ? say.allPlaced : say.unplacedText}>
      {missing.length > 12 ? (
        <TextInput
          label={say.find}
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
                aria-label={say.placeSpot(label)}
                onClick={() => place(id)}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {found.length > MAX_SHOWN ? <p className={css.quiet}>{say.more(found.length - MAX_SHOWN)}</p> : null}
    </Panel>
  )
}

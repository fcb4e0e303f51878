import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './row-choice.module.css'

/** The rows that are selected for a bulk action, by ID. */
export interface RowChoice {
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** The first cell of a row that can be selected. */
export function ChoosableCell({
  id,
  label,
  choice: { chosen, onChoose },
  children,
}: {
  id: string
  /** Names the checkbox, such as "Select A1". */
  label: string
  choice: RowChoice
  children: ReactNode
}) {
  return (
    <span className={css.choose}>
      <Checkbox
        size="xs"
        aria-label={label}
        checked={chosen.has(id)}
        onChange={() => onChoose(toggled(chosen, id))}
      />
      {children}
    </span>
  )
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

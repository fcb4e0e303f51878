import type { ReactNode } from 'react'
import css from './table-details.module.css'

/** The figures of a chart as a table, closed at first. */
export function TableDetails({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={css.details}>
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

import type { ReactNode } from 'react'
import css from './data-table.module.css'

export interface Column<Row> {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned right. */
  isFigure?: boolean
  /** Sentences may wrap. */
  isText?: boolean
}

/**
 * A table with dense rows of 36 pixels and a sticky first column that names the row. Wide tables scroll horizontally; with
 * `isCards`, each row is a card on a phone.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  isCards,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isCards?: boolean
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={css.scroll} data-cards={isCards || undefined} aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {columns.map(({ key, head, isFigure }) => (
              <th key={key} scope="col" className={isFigure ? css.figure : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, head, cell, isFigure, isText }, index) =>
                index === 0 ? (
                  <th key={key} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={key}
                    data-head={head}
                    className={isFigure ? css.figure : isText ? css.text : undefined}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

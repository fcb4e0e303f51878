'use client'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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
  const { scroller, hasMore, goOn } = useHiddenColumns()
  return (
    <div className={css.frame}>
      <section
        ref={scroller}
        className={css.scroll}
        data-cards={isCards || undefined}
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
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
      {hasMore ? (
        // The keyboard scrolls the table itself with the arrow keys.
        <button type="button" className={css.more} tabIndex={-1} aria-hidden="true" onClick={goOn}>
          <IconChevronRight size={18} />
        </button>
      ) : null}
    </div>
  )
}

/** Whether columns are hidden beyond the end of the line, and how to bring them into view. */
function useHiddenColumns() {
  const scroller = useRef<HTMLElement>(null)
  const [hasMore, setMore] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () =>
      // Read from right to left, the position is negative.
      setMore(element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft) > 4)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild !== null) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  const goOn = () => {
    const element = scroller.current
    if (element === null) return
    const way = getComputedStyle(element).direction === 'rtl' ? -1 : 1
    element.scrollBy({ left: way * element.clientWidth * 0.7, behavior: 'smooth' })
  }
  return { scroller, hasMore, goOn }
}

'use client'
import type { CallError } from '@openspot/contract/call.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Column, DataTable } from './data-table.tsx'
import { PagedRows } from './list-frame.tsx'
import css from './paged-list.module.css'

/** A paged list with its filters and all its states. */
export function PagedList<Row extends { id: string }>({
  label,
  pages,
  columns,
  bar,
  empty,
  more,
}: {
  label: string
  pages: UseInfiniteQueryResult<InfiniteData<{ items: Row[]; next_cursor: string | null }>, CallError>
  columns: readonly Column<Row>[]
  bar: ReactNode
  empty: ReactNode
  more: string
}) {
  return (
    <div className={css.lists}>
      <div className={css.bar}>{bar}</div>
      <PagedRows pages={pages} empty={empty} more={more}>
        {(rows) => <DataTable label={label} columns={columns} rows={rows} keyOf={({ id }) => id} isCards />}
      </PagedRows>
    </div>
  )
}

/** The space in the bar of a list that moves what follows to its end. */
export const BarSpace = () => <span className={css.space} />

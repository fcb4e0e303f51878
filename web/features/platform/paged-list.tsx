'use client'
import { Button } from '@mantine/core'
import type { CallError } from '@openspot/contract/call.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import css from '@/features/reconciliation/reconciliation.module.css'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'

interface PageOf<Row> {
  items: Row[]
}

/** A list that is read page by page, with what narrows it above and all its states. */
export function PagedList<Row extends { id: string }>({
  label,
  pages,
  columns,
  bar,
  empty,
  more,
}: {
  label: string
  pages: UseInfiniteQueryResult<InfiniteData<PageOf<Row>>, CallError>
  columns: readonly Column<Row>[]
  bar: ReactNode
  empty: ReactNode
  more: string
}) {
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className={css.lists}>
      <div className={css.bar}>{bar}</div>
      {pages.isPending ? <ListSkeleton rows={6} /> : null}
      {pages.isError && !pages.data ? (
        <ErrorState error={pages.error} onRetry={() => pages.refetch()} />
      ) : null}
      {pages.data && rows.length === 0 ? empty : null}
      {rows.length > 0 ? (
        <div data-stale={pages.isPlaceholderData || undefined} className={css.list}>
          <DataTable label={label} columns={columns} rows={rows} keyOf={({ id }) => id} />
        </div>
      ) : null}
      {pages.hasNextPage ? (
        <Button
          variant="default"
          className={css.more ?? ''}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {more}
        </Button>
      ) : null}
    </div>
  )
}

'use client'
import { Button } from '@mantine/core'
import type { CallError } from '@openspot/contract/call.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState, NoPermission } from '@/ui/states.tsx'
import css from './list-frame.module.css'

interface ListWords {
  filters: string
  emptyTitle: string
  emptyText: string
  noneTitle: string
  noneText: string
  clear: string
  more: string
  count: (count: number, more: boolean) => string
}

/** A placeholder for a list that is loading or failed to load. */
export function QueryState({
  answer,
  rows = 6,
}: {
  answer: {
    isPending: boolean
    error: Parameters<typeof ErrorState>[0]['error'] | null
    data: unknown
    refetch: () => unknown
  }
  /** Approximate number of rows. */
  rows?: number
}) {
  if (answer.isPending) return <ListSkeleton rows={rows} />
  if (answer.error === null || answer.data !== undefined) return null
  return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
}

interface PageOf<Row> {
  items: Row[]
  next_cursor: string | null
}

/** The rows of a paged list, a placeholder if there are none, and a button for more. */
export function PagedRows<Row>({
  pages,
  skeleton = 6,
  empty,
  above,
  more,
  children,
}: {
  pages: UseInfiniteQueryResult<InfiniteData<PageOf<Row>>, CallError>
  skeleton?: number
  empty: ReactNode
  /** Shown above the rows: their number, and the download. */
  above?: ReactNode
  more: string
  children: (rows: Row[]) => ReactNode
}) {
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <QueryState answer={pages} rows={skeleton} />
      {pages.data && rows.length === 0 ? empty : null}
      {rows.length > 0 ? (
        <>
          {above}
          <div data-stale={pages.isPlaceholderData || undefined} className={css.list}>
            {children(rows)}
          </div>
        </>
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
    </>
  )
}

/** A paged list with its filters, its empty state, its count, and a button for more. */
export function ListFrame<Row>({
  pages,
  path,
  say,
  filters,
  isNarrowed,
  onClear,
  begin,
  csv,
  children,
}: {
  pages: UseInfiniteQueryResult<InfiniteData<PageOf<Row>>, CallError>
  /** Where to return after signing in. */
  path: string
  say: ListWords
  filters: ReactNode
  /** Whether filters are active. */
  isNarrowed: boolean
  onClear: () => void
  /** The first action if there is nothing at all. */
  begin?: ReactNode
  csv?: ReactNode
  children: (rows: Row[]) => ReactNode
}) {
  const count = pages.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  if (pages.error && [401, 403].includes(pages.error.status)) {
    return <NoPermission sign_in={pages.error.status === 401} path={path} />
  }
  return (
    <div className={css.screen}>
      <fieldset className={css.filters}>
        <legend className="sr-only">{say.filters}</legend>
        {filters}
      </fieldset>
      <PagedRows
        pages={pages}
        more={say.more}
        empty={
          isNarrowed ? (
            <EmptyState
              title={say.noneTitle}
              text={say.noneText}
              action={
                <Button variant="default" onClick={onClear}>
                  {say.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={say.emptyTitle} text={say.emptyText} action={begin} />
          )
        }
        above={
          <div className={css.above}>
            <p aria-live="polite">{say.count(count, pages.hasNextPage)}</p>
            {csv}
          </div>
        }
      >
        {children}
      </PagedRows>
    </div>
  )
}

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

/** What stands in the place of a list while it comes, or where it does not. */
export function Unread({
  answer,
}: {
  answer: { isPending: boolean; error: CallError | null; data: unknown; refetch: () => unknown }
}) {
  if (answer.isPending) return <ListSkeleton rows={6} />
  if (answer.error === null || answer.data !== undefined) return null
  return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
}

/** A list that is read page by page: its filters, what it says while it is empty, how many there are, and the rest. */
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
  pages: UseInfiniteQueryResult<InfiniteData<{ items: Row[]; next_cursor: string | null }>, CallError>
  /** Where to come back to after signing in. */
  path: string
  say: ListWords
  filters: ReactNode
  /** Whether filters leave something out. */
  isNarrowed: boolean
  onClear: () => void
  /** How to begin where there is nothing at all. */
  begin?: ReactNode
  csv?: ReactNode
  children: (rows: Row[]) => ReactNode
}) {
  const rows = pages.data?.pages.flatMap((page) => page.items) ?? []
  if (pages.error && [401, 403].includes(pages.error.status)) {
    return <NoPermission sign_in={pages.error.status === 401} path={path} />
  }
  const isEmpty = pages.data !== undefined && rows.length === 0
  return (
    <div className={css.screen}>
      <fieldset className={css.filters}>
        <legend className="sr-only">{say.filters}</legend>
        {filters}
      </fieldset>
      <Unread answer={pages} />
      {isEmpty && isNarrowed ? (
        <EmptyState
          title={say.noneTitle}
          text={say.noneText}
          action={
            <Button variant="default" onClick={onClear}>
              {say.clear}
            </Button>
          }
        />
      ) : null}
      {isEmpty && !isNarrowed ? (
        <EmptyState title={say.emptyTitle} text={say.emptyText} action={begin} />
      ) : null}
      {rows.length > 0 ? (
        <>
          <div className={css.above}>
            <p aria-live="polite">{say.count(rows.length, pages.hasNextPage)}</p>
            {csv}
          </div>
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
          {say.more}
        </Button>
      ) : null}
    </div>
  )
}

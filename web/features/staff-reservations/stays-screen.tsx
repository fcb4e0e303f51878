'use client'
import { Button } from '@mantine/core'
import { listParkHistory } from '@openspot/contract/reservations.ts'
import { IconPlus } from '@tabler/icons-react'
import Link from 'next/link'
import { useLotEvents } from '@/features/monitor/use-lot-events.ts'
import type { ConsoleLot } from '@/features/staff/console-lot.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState, NoPermission } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import { stayColumns } from './stay-columns.tsx'
import { StaysCsv } from './stays-csv.tsx'
import { isNarrowed, noFilter } from './stays-filter.ts'
import { StaysFilters } from './stays-filters.tsx'
import css from './stays-screen.module.css'
import { useLotStays, useStaysFilter } from './use-lot-stays.ts'

const watched = [listParkHistory]

/** The stays of a lot: which of them is in the address, and what changes elsewhere changes here. */
export function StaysScreen({ lot }: { lot: ConsoleLot }) {
  const say = words.staffReservations
  useLotEvents(lot.id, watched)
  const [filter, change] = useStaysFilter()
  const answer = useLotStays(lot.id, lot.time_zone, filter)
  const stays = answer.data?.pages.flatMap((page) => page.items) ?? []
  const add = lot.is_admin ? (
    <Button
      component={Link}
      href={`/lots/${lot.id}/reservations/new`}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
    >
      {say.add}
    </Button>
  ) : null
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return (
      <>
        <PageHead title={say.title} />
        <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/reservations`} />
      </>
    )
  }
  const isEmpty = answer.data !== undefined && stays.length === 0
  return (
    <div className={css.screen}>
      <PageHead title={say.title} action={add} />
      <StaysFilters lot_id={lot.id} filter={filter} onChange={change} />
      {answer.isPending ? <ListSkeleton rows={6} /> : null}
      {answer.isError && !answer.data ? (
        <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
      ) : null}
      {isEmpty && isNarrowed(filter) ? (
        <EmptyState
          title={say.noneTitle}
          text={say.noneText}
          action={
            <Button variant="default" onClick={() => change(noFilter)}>
              {say.clear}
            </Button>
          }
        />
      ) : null}
      {isEmpty && !isNarrowed(filter) ? <EmptyState title={say.emptyTitle} text={say.emptyText} /> : null}
      {stays.length > 0 ? (
        <>
          <div className={css.above}>
            <p aria-live="polite">{say.count(stays.length, answer.hasNextPage)}</p>
            <StaysCsv lot={lot} filter={filter} />
          </div>
          <div data-stale={answer.isPlaceholderData || undefined} className={css.list}>
            <DataTable label={say.title} columns={stayColumns(lot)} rows={stays} keyOf={(stay) => stay.id} />
          </div>
        </>
      ) : null}
      {answer.hasNextPage ? (
        <Button
          variant="default"
          className={css.more ?? ''}
          loading={answer.isFetchingNextPage}
          onClick={() => void answer.fetchNextPage()}
        >
          {say.more}
        </Button>
      ) : null}
    </div>
  )
}

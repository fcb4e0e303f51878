'use client'
import { Button } from '@mantine/core'
import { listParkHistoryRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { keyOf } from '@/lib/use-api.ts'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { ReservationRow } from './reservation-row.tsx'
import css from './reservations.module.css'

/** Past reservations, latest first, page by page. */
export function PastReservations() {
  const t = useTranslations()
  const past = useInfiniteQuery({
    queryKey: keyOf(listParkHistoryRoute, 'past'),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listParkHistoryRoute,
        { query: { when: 'past', limit: 10, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  const reservations: Reservation[] = past.data?.pages.flatMap((page) => page.items) ?? []
  if (past.data && reservations.length === 0) return null
  return (
    <section className={css.group}>
      <h2>{t('driver.past')}</h2>
      {past.isPending ? <ListSkeleton rows={3} /> : null}
      {past.isError ? <ErrorState error={past.error} onRetry={() => past.refetch()} /> : null}
      <ul className={css.rows}>
        {reservations.map((reservation) => (
          <ReservationRow key={reservation.id} reservation={reservation} phase="over" />
        ))}
      </ul>
      {past.hasNextPage ? (
        <Button variant="default" loading={past.isFetchingNextPage} onClick={() => void past.fetchNextPage()}>
          {t('driver.more')}
        </Button>
      ) : null}
    </section>
  )
}

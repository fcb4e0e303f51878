'use client'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import type { CallError, Output } from '@openspot/contract/call.ts'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { callApi } from '@/lib/api.ts'
import { keyOf } from '@/lib/use-api.ts'
import { writeQuery } from '@/lib/write-query.ts'
import {
  type ReservationsFilter,
  readReservationsFilter,
  reservationsParams,
  reservationsQuery,
} from './reservations-filter.ts'

const PAGE = 50
type ReservationsPage = Output<typeof listParkHistoryRoute>

/** The filter of the reservations, kept in the URL so that it can be shared. */
export function useReservationsFilter(): [ReservationsFilter, (part: Partial<ReservationsFilter>) => void] {
  const params = useSearchParams()
  const filter = readReservationsFilter(new URLSearchParams(params ?? ''))
  const change = (part: Partial<ReservationsFilter>) => {
    // Read again, because a search that is still being typed may be ahead of the rendered screen.
    const former = readReservationsFilter(new URLSearchParams(window.location.search))
    const search = reservationsParams({ ...former, ...part })
    writeQuery(search)
  }
  return [filter, change]
}

/** Loads the reservations of a lot page by page; the previous data stays visible while the next loads. */
export function useLotReservations(
  lot_id: string,
  zone: string,
  filter: ReservationsFilter,
): UseInfiniteQueryResult<InfiniteData<ReservationsPage>, CallError> {
  const query = { ...reservationsQuery(lot_id, zone, filter), limit: PAGE }
  return useInfiniteQuery<
    ReservationsPage,
    CallError,
    InfiniteData<ReservationsPage>,
    readonly unknown[],
    string | null
  >({
    queryKey: keyOf(listParkHistoryRoute, { query, pages: true }),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listParkHistoryRoute,
        { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
        { client: 'admin', signal },
      ),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })
}

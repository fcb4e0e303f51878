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
import { ask } from '@/lib/api.ts'
import { keyOf } from '@/lib/use-api.ts'
import { readStaysFilter, type StaysFilter, staysParams, staysQuery } from './stays-filter.ts'

const PAGE = 50
type StaysPage = Output<typeof listParkHistoryRoute>

/** The filter of the reservations, kept in the URL so that it can be shared. */
export function useStaysFilter(): [StaysFilter, (part: Partial<StaysFilter>) => void] {
  const params = useSearchParams()
  const filter = readStaysFilter(new URLSearchParams(params ?? ''))
  const change = (part: Partial<StaysFilter>) => {
    // Read again, because a search that is still being typed may be ahead of the rendered screen.
    const former = readStaysFilter(new URLSearchParams(window.location.search))
    const search = staysParams({ ...former, ...part })
    window.history.replaceState(null, '', search.size > 0 ? `?${search}` : window.location.pathname)
  }
  return [filter, change]
}

/** Loads the reservations of a lot page by page; the previous data stays visible while the next loads. */
export function useLotStays(
  lot_id: string,
  zone: string,
  filter: StaysFilter,
): UseInfiniteQueryResult<InfiniteData<StaysPage>, CallError> {
  const query = { ...staysQuery(lot_id, zone, filter), limit: PAGE }
  return useInfiniteQuery<StaysPage, CallError, InfiniteData<StaysPage>, readonly unknown[], string | null>({
    queryKey: keyOf(listParkHistoryRoute, { query, pages: true }),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      ask(
        listParkHistoryRoute,
        { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
        { client: 'admin', signal },
      ),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })
}

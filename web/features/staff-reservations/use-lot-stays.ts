'use client'
import type { CallError, Output } from '@openspot/contract/call.ts'
import { listParkHistory } from '@openspot/contract/reservations.ts'
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
type StaysPage = Output<typeof listParkHistory>

/** Which stays are looked at; in the address, so that it can be sent to a colleague. */
export function useStaysFilter(): [StaysFilter, (part: Partial<StaysFilter>) => void] {
  const params = useSearchParams()
  const filter = readStaysFilter(new URLSearchParams(params ?? ''))
  const change = (part: Partial<StaysFilter>) => {
    // Read anew: a search that was still being typed may say more than the screen that is drawn.
    const former = readStaysFilter(new URLSearchParams(window.location.search))
    const search = staysParams({ ...former, ...part })
    window.history.replaceState(null, '', search.size > 0 ? `?${search}` : window.location.pathname)
  }
  return [filter, change]
}

/** The stays of a lot, page by page; the former answer stays on the screen while the next one comes. */
export function useLotStays(
  lot_id: string,
  zone: string,
  filter: StaysFilter,
): UseInfiniteQueryResult<InfiniteData<StaysPage>, CallError> {
  const query = { ...staysQuery(lot_id, zone, filter), limit: PAGE }
  return useInfiniteQuery<StaysPage, CallError, InfiniteData<StaysPage>, readonly unknown[], string | null>({
    queryKey: keyOf(listParkHistory, { query, pages: true }),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      ask(
        listParkHistory,
        { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } },
        { client: 'admin', signal },
      ),
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  })
}

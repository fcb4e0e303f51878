'use client'
import type { CallError, Output } from '@openspot/contract/call.ts'
import { searchRoute } from '@openspot/contract/lots/lots.ts'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { callApi } from '@/lib/api.ts'
import { keyOf } from '@/lib/use-api.ts'
import { type SearchQuery, searchInput } from './search-query.ts'

export type SearchPage = Output<typeof searchRoute>
export type SearchAnswer = UseInfiniteQueryResult<InfiniteData<SearchPage>, CallError>

/** Loads the results of a search page by page; the previous results stay visible while the next load. */
export function useSearch(query: SearchQuery, first: SearchPage | undefined): SearchAnswer {
  return useInfiniteQuery<
    SearchPage,
    CallError,
    InfiniteData<SearchPage>,
    readonly unknown[],
    string | undefined
  >({
    queryKey: keyOf(searchRoute, searchInput(query)),
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) => callApi(searchRoute, searchInput(query, pageParam), { signal }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    ...(first ? { initialData: { pages: [first], pageParams: [undefined] } } : {}),
  })
}

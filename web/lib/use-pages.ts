'use client'
import type { CallError, Input, Output } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { type Client, callApi } from './api.ts'
import { keyOf } from './use-api.ts'

/** The paging parameters of a list call. */
export interface PageQuery {
  cursor?: string
  limit: number
}

const PAGE = 30

/**
 * Loads a list page by page with one call of the contract; the previous data stays visible while the next loads.
 * `cursorOf` returns the next cursor if it is not at the top level of the response.
 */
export function usePages<R extends Route>(
  route: R,
  inputOf: (page: PageQuery) => Input<R>,
  cursorOf: (answer: Output<R>) => string | null,
  {
    client = 'web',
    enabled = true,
    everySeconds = 60,
    initial,
  }: {
    client?: Client
    enabled?: boolean
    everySeconds?: number
    /** The first page, which the server has already loaded for the first paint. */
    initial?: Output<R>
  } = {},
): UseInfiniteQueryResult<InfiniteData<Output<R>>, CallError> {
  return useInfiniteQuery<Output<R>, CallError, InfiniteData<Output<R>>, unknown[], string | null>({
    queryKey: keyOf(route, inputOf({ limit: PAGE })),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }) =>
      callApi(route, inputOf({ limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }), {
        client,
        signal,
      }),
    getNextPageParam: cursorOf,
    placeholderData: keepPreviousData,
    refetchInterval: everySeconds * 1000,
    enabled,
    ...(initial === undefined ? {} : { initialData: { pages: [initial], pageParams: [null] } }),
  })
}

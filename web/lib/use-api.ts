'use client'
import type { CallError, Input, Output } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'
import { isConnectionFailure } from '@openspot/core/error-monitoring/left-out.ts'
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Client, callApi } from './api.ts'
import { reloadQueries } from './reload-queries.ts'

/** Returns the cache key of a query: the call and its input. */
export const keyOf = (route: Route, input: unknown = {}): unknown[] => [route.url, input]

/** The call by its pattern, for reports of errors. */
const nameOf = ({ method, url }: Route): string => `${method} ${url}`

interface AskOptions<R extends Route> {
  client?: Client
  enabled?: boolean
  /** Data that the server has already loaded for the first paint. */
  initialData?: Output<R> | undefined
  /** Keeps the previous data visible while the next loads. */
  keep?: boolean
  /** Asks again whenever the component appears, although there is recent data. */
  fresh?: boolean
  /** Polling interval in seconds, which may depend on the last data. */
  everySeconds?: number | ((answer: Output<R> | undefined) => number)
}

/** Reads data with one call of the contract; TanStack Query keeps it fresh. */
export function useApiQuery<R extends Route>(
  route: R,
  input: Input<R>,
  { client = 'web', enabled = true, initialData, keep, fresh, everySeconds }: AskOptions<R> = {},
): UseQueryResult<Output<R>, CallError> {
  return useQuery<Output<R>, CallError>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => callApi(route, input, { client, signal }),
    enabled,
    meta: { call: nameOf(route) },
    ...(initialData === undefined ? {} : { initialData }),
    ...(fresh ? { staleTime: 0 } : {}),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: ({ state }) =>
      (typeof everySeconds === 'function' ? everySeconds(state.data) : (everySeconds ?? 0)) * 1000 || false,
  })
}

/**
 * Changes something with one call and then reloads the queries of `refresh`. Without a connection the error says so; the browser's own
 * text is for developers.
 */
export function useApiMutation<R extends Route>(
  route: R,
  { client = 'web', refresh = [] }: { client?: Client; refresh?: readonly Route[] } = {},
): UseMutationResult<Output<R>, CallError, Input<R>> {
  const queries = useQueryClient()
  const t = useTranslations()
  return useMutation<Output<R>, CallError, Input<R>>({
    mutationFn: async (input) => {
      try {
        return await callApi(route, input, { client })
      } catch (error) {
        throw isConnectionFailure(error) ? new Error(t('errors.noConnection'), { cause: error }) : error
      }
    },
    meta: { call: nameOf(route) },
    onSuccess: () => reloadQueries(queries, refresh),
  })
}

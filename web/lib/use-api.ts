'use client'
import type { CallError, Input, Output } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ask, type Client } from './api.ts'

/** The name under which an answer is kept: the call, then what was asked. */
export const keyOf = (route: Route, input: unknown = {}): unknown[] => [route.url, input]

interface AskOptions<R extends Route> {
  client?: Client
  enabled?: boolean
  /** What the server has already fetched for the first paint. */
  initialData?: Output<R> | undefined
  /** Keep the former answer on the screen while the next one comes. */
  keep?: boolean
  /** Ask again every so many seconds; how many may depend on the last answer. */
  everySeconds?: number | ((answer: Output<R> | undefined) => number)
}

/** Reads with one call of the contract; kept fresh by TanStack Query. */
export function useAsk<R extends Route>(
  route: R,
  input: Input<R>,
  { client = 'web', enabled = true, initialData, keep, everySeconds }: AskOptions<R> = {},
): UseQueryResult<Output<R>, CallError> {
  return useQuery<Output<R>, CallError>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => ask(route, input, { client, signal }),
    enabled,
    ...(initialData === undefined ? {} : { initialData }),
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    refetchInterval: ({ state }) =>
      (typeof everySeconds === 'function' ? everySeconds(state.data) : (everySeconds ?? 0)) * 1000 || false,
  })
}

/** Changes something with one call; afterwards the answers of `refresh` are asked for again. */
export function useSend<R extends Route>(
  route: R,
  { client = 'web', refresh = [] }: { client?: Client; refresh?: readonly Route[] } = {},
): UseMutationResult<Output<R>, CallError, Input<R>> {
  const queries = useQueryClient()
  return useMutation<Output<R>, CallError, Input<R>>({
    mutationFn: (input) => ask(route, input, { client }),
    onSuccess: () => Promise.all(refresh.map((one) => queries.invalidateQueries({ queryKey: [one.url] }))),
  })
}

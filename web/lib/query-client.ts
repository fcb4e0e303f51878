import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { report } from './reports/report.ts'

/** Client errors (4xx) are shown immediately; only temporary errors are retried. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    // Screens show what failed, so nothing else would learn of it.
    queryCache: new QueryCache({ onError: (error, { meta }) => report(error, aboutCall(meta)) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _kept, { meta }) => report(error, aboutCall(meta)),
    }),
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        retry: (failures, error) => failures < 2 && !(statusOf(error) >= 400 && statusOf(error) < 500),
      },
    },
  })

const aboutCall = (meta: Record<string, unknown> | undefined) => ({
  caught_by: 'call',
  ...(typeof meta?.['call'] === 'string' ? { call: meta['call'] } : {}),
})

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 0

import { QueryClient } from '@tanstack/react-query'

/** Client errors (4xx) are shown immediately; only temporary errors are retried. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        retry: (failures, error) => failures < 2 && !(statusOf(error) >= 400 && statusOf(error) < 500),
      },
    },
  })

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 0

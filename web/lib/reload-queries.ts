import type { Route } from '@openspot/contract/route.ts'
import type { QueryClient } from '@tanstack/react-query'

/**
 * Loads the shown answers of some calls again after a change, and marks the others as old. A first answer that is still on its way is asked for
 * again too: it may have been read before the change, and TanStack Query would take it for the new one.
 */
export async function reloadQueries(
  queries: QueryClient,
  routes: readonly Pick<Route, 'url'>[],
): Promise<void> {
  await Promise.all(
    routes.map(async ({ url }) => {
      const queryKey = [url]
      await queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined })
      await queries.invalidateQueries({ queryKey })
    }),
  )
}

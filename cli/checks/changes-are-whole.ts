import { findRouteTransactions } from './route-transactions.ts'
import { sources } from './sources.ts'

/** Checks that routes make changes with `makeChange`, which no part of a change can be left out of. */
export async function changesAreWhole(): Promise<number> {
  const found = findRouteTransactions(sources(/^api\/.*\.routes\.ts$/))
  for (const line of found) console.error(line)
  return found.length === 0 ? 0 : 1
}

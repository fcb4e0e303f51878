import type { Kind, Kinds } from '../kinds.ts'
import type { Work } from '../work.ts'

/**
 * The object as it is now. Only a balance transaction changes by itself with time: its money becomes available,
 * for which Stripe makes no event and this sandbox writes nothing.
 */
export function present<K extends Kind>(work: Work, object: Kinds[K]): Kinds[K] {
  if (object.object !== 'balance_transaction') return object
  return { ...object, status: object.available_on <= work.now ? 'available' : 'pending' }
}

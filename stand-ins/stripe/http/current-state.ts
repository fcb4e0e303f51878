import type { Kind, Kinds } from '../state/kinds.ts'
import type { Work } from '../state/work.ts'

/**
 * Returns the current state of an object. Only a balance transaction changes merely with time: its money becomes
 * available, for which Stripe sends no event and this stand-in writes nothing.
 */
export function currentState<K extends Kind>(work: Work, object: Kinds[K]): Kinds[K] {
  if (object.object !== 'balance_transaction') return object
  return { ...object, status: object.available_on <= work.now ? 'available' : 'pending' }
}

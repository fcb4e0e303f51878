import type { Settings } from '@openspot/core/settings.ts'
import type { Foundation } from '../app.ts'
import type { Till } from '../money/payments/pay.ts'

/** Returns the worker's dependencies in the shape that the tasks take. */
export function tillOf(foundation: Foundation): Till & { settings: Settings } {
  const { database, log, ports, stripe, changes, settings } = foundation
  return { db: database.db, pool: database.pool, log, ports, stripe, changes, settings }
}

import type { Settings } from '@openspot/core/settings.ts'
import type { Foundation } from '../app.ts'
import type { Till } from '../payments/pay.ts'

/** What the worker stands on: the foundation as the tasks take it. */
export function tillOf(foundation: Foundation): Till & { settings: Settings } {
  const { database, log, ports, stripe, changes, settings } = foundation
  return { db: database.db, pool: database.pool, log, ports, stripe, changes, settings }
}

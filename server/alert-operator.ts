import type { Log } from '@openspot/api/log.ts'
import { alert, alertWithoutDatabase, type Problem } from '@openspot/api/platform/alerts/alert.ts'
import type { Ports } from '@openspot/api/ports.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { connectDatabase } from '@openspot/db/database.ts'
import type { DatabaseAddress } from './open-database.ts'

interface Teller {
  settings: Settings
  log: Log
  ports: Ports
  /** Null in a process that serves only the web. */
  database: DatabaseAddress | null
}

/**
 * Alerts the operator from a process that keeps no connection to the database: one that starts others, or serves only the web. Without a
 * database the alert is sent, but not listed. Never throws.
 */
export async function alertOperator({ database: address, ...deps }: Teller, problem: Problem): Promise<void> {
  if (address === null) return alertWithoutDatabase(deps, problem)
  const database = await connectDatabase(address.url, 1, {
    direct_url: address.direct_url,
    onLost: (error) => deps.log.info({ event: 'connection_lost', err: error }, 'connection lost'),
  }).catch((error: unknown) => {
    deps.log.error({ err: error }, 'the alert could not be saved')
    return null
  })
  if (database === null) return alertWithoutDatabase(deps, problem)
  await alert({ ...deps, database }, problem)
  await database.close()
}

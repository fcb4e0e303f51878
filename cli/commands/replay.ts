import { withDatabase } from '@openspot/server/app-deps.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'

/**
 * Processes all events of the card provider again, after a backup was restored or after an outage. The running server
 * does it, or the next one that starts.
 */
export async function replay(): Promise<number> {
  await withDatabase(settingsOfProcess(), async ({ database }) => {
    await database.pool.query(`select add_job('replay_events', job_key => 'replay_events')`)
  })
  console.log(
    'The server is reading the payment provider’s history again. Reconciliation then shows any differences.',
  )
  return 0
}

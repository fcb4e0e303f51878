import type { Deps } from '../../deps.ts'
import { eachByItself, refuseFailed } from '../../failures.ts'
import { listRepeatingLots } from './materialize-closures.sql.ts'
import { materializeClosures } from './materialize-closures.ts'

/**
 * Materializes the closures of every lot with endless repeats once a night, because their horizon moves with each day.
 * A failure in one lot does not stop the others, and the job is retried for it.
 */
export async function materializeCalendars({
  database,
  log,
  ports,
}: Pick<Deps, 'database' | 'log' | 'ports'>): Promise<void> {
  const now = ports.now()
  const failed = await eachByItself(
    { log, task: 'lay_out_calendar' },
    await listRepeatingLots(database.pool, now),
    ({ lot_id }) => lot_id,
    ({ lot_id }) => database.db.transaction().execute((tx) => materializeClosures(tx, lot_id, null, now)),
  )
  refuseFailed(failed, 'materialize_closures')
}

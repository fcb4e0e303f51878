import type { Foundation } from '../../app.ts'
import { eachByItself, refuseFailed } from '../../failures.ts'
import { listRepeatingLots } from './lay-out.sql.ts'
import { layOutSpots } from './lay-out.ts'

/**
 * Materializes the closures of every lot with endless repeats once a night, because their horizon moves with each day.
 * A failure in one lot does not stop the others, and the job is retried for it.
 */
export async function layOutCalendars({
  database,
  log,
  ports,
}: Pick<Foundation, 'database' | 'log' | 'ports'>): Promise<void> {
  const now = ports.now()
  const failed = await eachByItself(
    { log, task: 'lay_out_calendar' },
    await listRepeatingLots(database.pool, now),
    ({ lot_id }) => lot_id,
    ({ lot_id }) => database.db.transaction().execute((tx) => layOutSpots(tx, lot_id, null, now)),
  )
  refuseFailed(failed, 'lay_out_calendars')
}

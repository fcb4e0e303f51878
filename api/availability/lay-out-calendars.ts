import type { Foundation } from '../app.ts'
import { layOutSpots } from './lay-out.ts'

/**
 * Lays out once a night every lot in which something repeats: what repeats without end is laid out so far ahead and no
 * further, and the end of that moves on with the days. One lot that is busy just then does not keep the others from it;
 * the job comes again for it.
 */
export async function layOutCalendars({
  database,
  ports,
}: Pick<Foundation, 'database' | 'ports'>): Promise<void> {
  const now = ports.now()
  const { rows } = await database.pool.query<{ lot_id: string }>(
    `select distinct lot_id from availability
     where repeat_frequency <> 'NEVER' and (until_on is null or until_on > ($1::timestamptz - interval '9 days')::date)`,
    [now.toISOString()],
  )
  const failures: unknown[] = []
  for (const { lot_id } of rows) {
    try {
      await database.db.transaction().execute((tx) => layOutSpots(tx, lot_id, null, now))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} lots could not be laid out.`)
}

import { until } from '@openspot/db/testing/until.ts'
import type pg from 'pg'

/** Waits until that many statements wait for a lock, so that they are certain to meet. */
export async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  await until(async () => {
    const { rows } = await pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return (rows[0]?.waiting ?? 0) >= count
  })
}

/**
 * Runs two changes of a spot that meet for certain: both wait for its row, which they get in this order, because
 * PostgreSQL queues locks.
 */
export async function inTurn<First, Second>(
  pool: pg.Pool,
  spot_id: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const gate = await pool.connect()
  try {
    await gate.query('begin')
    await gate.query('select from spots where id = $1 for update', [spot_id])
    const one = first()
    await untilWaiting(pool, 1)
    const two = second()
    await untilWaiting(pool, 2)
    await gate.query('commit')
    return await Promise.all([one, two])
  } finally {
    await gate.query('rollback')
    gate.release()
  }
}

export const reversed = <First, Second>([first, second]: [First, Second]): [Second, First] => [second, first]

import type pg from 'pg'
import { vi } from 'vitest'

/** Waits until that many statements wait for a lock, so that they are certain to meet. */
export async function untilWaiting(pool: pg.Pool, count: number): Promise<void> {
  await vi.waitUntil(
    async () => {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return (rows[0]?.waiting ?? 0) >= count
    },
    { timeout: 20_000, interval: 20 },
  )
}

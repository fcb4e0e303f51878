import type pg from 'pg'

/** Moves jobs that were queued where the queue is not into the queue (docs/decisions/0054-cities.md). */
export async function collectJobs(pool: pg.Pool): Promise<void> {
  await pool.query('select collect_jobs()')
}

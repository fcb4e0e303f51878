import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** A due job is late after this time. A running one may take longer, as the reconciliation does. */
const lateMinutes = 5

export const spillMemory = '64kB'
/** Sorts more than fits into `spillMemory`. Sorting a constant, or a column that is not used, would be optimized away. */
export const spill = `select count(distinct md5(n::text) || repeat('x', 400)) from generate_series(1, 400) n`

/**
 * Tests a real write and a real file in one round trip and leaves nothing behind. The DELETE of no row fails in
 * read-only transactions. The message is written to the write-ahead log and flushed with its transaction, which fails
 * on a standby. The sort exceeds its memory and spills to disk, which fails on a full one.
 */
const write = `
  begin;
  delete from rate_limits where false;
  set local work_mem = '${spillMemory}';
  select pg_logical_emit_message(true, 'openspot', 'health');
  ${spill};
  commit`

/** Succeeds if the database answers. */
export async function queryHealth(pool: pg.Pool): Promise<void> {
  await pool.query('select 1')
}

/** Succeeds if the database accepts writes and can sort on disk. */
export async function tryWrite(pool: pg.Pool): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query(write)
    return 'ok'
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const isQueueLateStatement = statement(
  'is_queue_late',
  { late: 'boolean' },
  `select exists (
       select from jobs_of_queue()
       where task <> all ($3::text[])
         and (locked_at is null and attempts < max_attempts and run_at < now() - make_interval(mins => $1)
           or locked_at < now() - make_interval(mins => coalesce(($4::jsonb ->> task)::int, $2)))) as late`,
)

/**
 * Returns whether a job that should have begun is waiting, including retries, or one has been running for too long. `beside` are the
 * tasks that don't count, `longest_minutes` those that may run for longer or shorter than `usual_minutes`.
 */
export async function isQueueLate(
  pool: pg.Pool,
  of: {
    beside: readonly string[]
    usual_minutes: number
    longest_minutes: Readonly<Record<string, number>>
  },
): Promise<boolean> {
  const given = [lateMinutes, of.usual_minutes, of.beside, JSON.stringify(of.longest_minutes)]
  const rows = await query(pool, isQueueLateStatement, given)
  return rows[0]?.late ?? false
}

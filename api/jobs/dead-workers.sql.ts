import { query } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** The class of the advisory locks that workers hold on their ids; `missing_workers()` looks for it. */
const lockClass = 7017

export interface ReleasedJob {
  id: number
  task: string
  attempts: number
  max_attempts: number
  payload: unknown
}

/** Takes the lock of a worker on this connection, unless the connection holds it. Such locks are counted. */
export async function lockWorker(client: pg.Client, worker: string): Promise<void> {
  await client.query(
    `select pg_advisory_lock($1, hashtext($2)) where not exists (
       select from pg_locks where pid = pg_backend_pid() and locktype = 'advisory' and classid = $1::int::oid
         and objid = hashtext($2)::oid and objsubid = 2)`,
    [lockClass, worker],
  )
}

export async function unlockWorker(client: pg.Client, worker: string): Promise<void> {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, worker])
}

const releaseLostJobsStatement = statement(
  'release_lost_jobs',
  {
    id: 'bigint',
    task: 'text',
    attempts: 'integer',
    max_attempts: 'integer',
    payload: json<unknown>('json'),
  },
  `select * from release_lost_jobs($1, $2 * interval '1 millisecond')`,
)

/**
 * Lets others do the jobs of workers whose lock has been gone for `graceMs`, and returns these jobs. `own`: the living
 * workers of this process.
 */
export function releaseLostJobs(
  client: pg.Client,
  own: readonly string[],
  graceMs: number,
): Promise<ReleasedJob[]> {
  return query(client, releaseLostJobsStatement, [own, graceMs])
}

import type { FailedJob } from '@openspot/contract/platform/jobs.ts'
import type { FailedJobState } from '@openspot/core/job-states.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import { idsOf } from './guard-tasks.ts'

interface Wish {
  state?: FailedJobState
  task?: string
  /** Only jobs with a smaller id. */
  before?: number | null
  limit: number
}

/** Returns jobs that failed or were given up, newest first. */
export async function listFailed(db: Db, { state, task, before = null, limit }: Wish): Promise<FailedJob[]> {
  const { rows } = await sql<Omit<FailedJob, 'subject'> & { payload: unknown }>`
    select id::text, task, state, attempts, max_attempts, reason, payload, is_running, created_at, next_run_at
    from failed_jobs()
    where (${state ?? null}::text is null or state = ${state ?? null})
      and (${task ?? null}::text is null or task = ${task ?? null})
      and (${before}::bigint is null or id < ${before}::bigint)
    order by failed_jobs.id desc limit ${limit}`.execute(db)
  return rows.map(({ payload, ...job }) => ({ ...job, subject: idsOf(payload) }))
}

export interface ChangedJob {
  id: string
  task: string
  attempts: number
  reason: string | null
}

/** Selects failed jobs: one by its id, or all of a task. Running ones are not selected. */
type Which = { id: string } | { task: string }
const isMeant = (which: Which) =>
  'id' in which ? sql`f.id = ${which.id}::bigint` : sql`f.task = ${which.task}`

/** Schedules failed jobs to run now with all their attempts. Returns the changed jobs. */
export async function retryFailed(db: Db, which: Which): Promise<ChangedJob[]> {
  const { rows } = await sql<ChangedJob>`
    with meant as materialized (
      select f.id, f.task, f.attempts, f.reason from failed_jobs() f where ${isMeant(which)} and not f.is_running)
    select j.id::text, meant.task, meant.attempts, meant.reason from meant,
      lateral graphile_worker.reschedule_jobs(array[meant.id], run_at => now(), attempts => 0) j`.execute(db)
  return rows
}

/** Deletes failed jobs. Returns the deleted jobs. */
export async function discardFailed(db: Db, which: Which): Promise<ChangedJob[]> {
  const { rows } = await sql<ChangedJob>`
    with meant as materialized (
      select f.id, f.task, f.attempts, f.reason from failed_jobs() f where ${isMeant(which)} and not f.is_running)
    select j.id::text, meant.task, meant.attempts, meant.reason from meant,
      lateral graphile_worker.complete_jobs(array[meant.id]) j`.execute(db)
  return rows
}

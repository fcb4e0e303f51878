import type { FailedJob } from '@openspot/contract/platform/jobs.ts'
import type { FailedJobState } from '@openspot/core/job-states.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement, text } from '@openspot/db/rows.ts'
import { idsOf } from './guard-tasks.ts'

interface FailedJobFilter {
  state?: FailedJobState
  task?: string
  /** Only jobs with a smaller id. */
  before?: number | null
  limit: number
}

const failedRows = statement(
  'list_failed',
  {
    id: 'text',
    task: 'text',
    state: text<FailedJobState>(),
    attempts: 'integer',
    max_attempts: 'integer',
    reason: 'text?',
    payload: orNull(json<unknown>('json')),
    is_running: 'boolean',
    created_at: 'timestamptz',
    next_run_at: 'timestamptz?',
  },
  `select id::text, task, state, attempts, max_attempts, reason, payload, is_running, created_at, next_run_at
    from failed_jobs()
    where ($1::text is null or state = $1)
      and ($2::text is null or task = $2)
      and ($3::bigint is null or id < $3::bigint)
    order by failed_jobs.id desc limit $4`,
)

/** Returns jobs that failed or were given up, newest first. */
export async function listFailed(
  db: Db,
  { state, task, before = null, limit }: FailedJobFilter,
): Promise<FailedJob[]> {
  const rows = await queryPrepared(db, failedRows, [state ?? null, task ?? null, before, limit])
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
const idAndTask = (which: Which) => ('id' in which ? [which.id, null] : [null, which.task])

const retried = statement(
  'retry_failed_jobs',
  { id: 'text', task: 'text', attempts: 'integer', reason: 'text?' },
  `select id::text, task, attempts, reason from retry_failed_jobs($1::bigint, $2::text)`,
)

/** Schedules failed jobs to run now with all their attempts. Returns the changed jobs. */
export async function retryFailed(db: Db, which: Which): Promise<ChangedJob[]> {
  return queryPrepared(db, retried, idAndTask(which))
}

const discarded = statement(
  'discard_failed_jobs',
  { id: 'text', task: 'text', attempts: 'integer', reason: 'text?' },
  `select id::text, task, attempts, reason from discard_failed_jobs($1::bigint, $2::text)`,
)

/** Deletes failed jobs. Returns the deleted jobs. */
export async function discardFailed(db: Db, which: Which): Promise<ChangedJob[]> {
  return queryPrepared(db, discarded, idAndTask(which))
}

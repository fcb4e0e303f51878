import { discardFailed, listFailed, retryFailed } from '@openspot/api/jobs/jobs.sql.ts'
import { realPorts } from '@openspot/api/ports.ts'
import type { FailedJob } from '@openspot/contract/platform/jobs.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Db } from '@openspot/db/database.ts'
import { withDatabase } from '@openspot/server/app-deps.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'

const use = 'npm run openspot -- jobs [list | retry <id> | discard <id>]'
const maxJobs = 200

/** Lists jobs that failed or were given up, retries one, or discards one. Both changes are recorded in the audit log. */
export async function jobs(args: string[]): Promise<number> {
  const [action = 'list', id, ...more] = args
  if (
    more.length > 0 ||
    !['list', 'retry', 'discard'].includes(action) ||
    (action === 'list') !== (id === undefined)
  )
    throw new PlainError(use)
  if (id !== undefined && !/^\d{1,18}$/.test(id)) throw new PlainError(`"${id}" is not a job ID. ${use}`)
  await withDatabase(settingsOfProcess(), async ({ database: { db } }) => {
    if (id === undefined) await list(db)
    else await change(db, action === 'retry' ? 'retry' : 'discard', id)
  })
  return 0
}

async function list(db: Db): Promise<void> {
  const rows = await listFailed(db, { limit: maxJobs })
  if (rows.length === 0) console.log('No job has failed.')
  for (const job of rows) console.log(lineOf(job))
  if (rows.length === maxJobs) console.log(`Only the newest ${maxJobs} are listed.`)
}

const lineOf = ({ id, task, state, attempts, max_attempts, reason, subject, next_run_at }: FailedJob) =>
  [
    id,
    state,
    task,
    `attempt ${attempts} of ${max_attempts}`,
    ...(next_run_at === null ? [] : [`next ${next_run_at}`]),
    ...Object.entries(subject).map(([name, value]) => `${name}=${value}`),
    reason ?? 'reason not recorded',
  ].join('  ')

async function change(db: Db, action: 'retry' | 'discard', id: string): Promise<void> {
  const task = await db.transaction().execute(async (tx) => {
    const [job] = await (action === 'retry' ? retryFailed : discardFailed)(tx, { id })
    if (!job) return null
    await tx
      .insertInto('audit_log')
      .values({
        at: realPorts.now().toISOString(),
        actor_role: 'operator',
        action: `job.${action}`,
        subject_kind: 'job',
        subject_id: id,
        details: JSON.stringify({ task: job.task, attempts: job.attempts, reason: job.reason }),
      })
      .execute()
    return job.task
  })
  if (task === null) throw new PlainError(`Job ${id} is not a failed job, or it is running.`)
  console.log(
    action === 'retry' ? `Job ${id} (${task}) will be retried.` : `Job ${id} (${task}) was discarded.`,
  )
}

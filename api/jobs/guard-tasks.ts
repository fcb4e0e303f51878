import type { Task, TaskList } from 'graphile-worker'
import type { Deps } from '../deps.ts'
import { reportFailure } from '../failures.ts'
import { alert } from '../platform/alerts/alert.ts'
import type { SentryTraces } from '../platform/observability/sentry-traces.ts'
import { reasonText } from './reason-text.ts'

interface FailedAttempt {
  task: string
  /** The driver parses the queue's ids as numbers, whatever the library's types say. */
  id: string | number
  attempts: number
  max_attempts: number
  payload: unknown
  error: unknown
}

/** Carries the failure reason as the queue stores it: in brackets and without personal data. */
class FailedTask extends Error {}

/** `sentry_traces` traces a part of the jobs. */
export type TaskDeps = Deps & { sentry_traces?: SentryTraces | null }

/** Wraps the tasks so that every failure is logged, stored as its reason, and alerted when the job is given up. */
export function guardTasks(deps: TaskDeps, tasks: TaskList): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, task ? guard(deps, name, task) : undefined]),
  )
}

const guard =
  (deps: TaskDeps, name: string, task: Task): Task =>
  async (payload, helpers) => {
    const span = deps.sentry_traces?.beginRequest(null)
    try {
      const result = await (span ? span.enter(() => task(payload, helpers)) : task(payload, helpers))
      span?.end(name, 200, {})
      return result
    } catch (error) {
      span?.end(name, 500, {})
      const { id, attempts, max_attempts } = helpers.job
      await reportAttempt(deps, { task: name, id, attempts, max_attempts, payload, error })
      throw new FailedTask(`[${reasonText(error).slice(0, 300)}]`, { cause: error })
    }
  }

/** Logs a failed attempt, and alerts the operator if it was the last one. Never throws. */
export async function reportAttempt(deps: Deps, attempt: FailedAttempt): Promise<void> {
  const { task, id, attempts, max_attempts, payload, error } = attempt
  const is_given_up = attempts >= max_attempts
  reportFailure(deps.log, {
    task,
    id: String(id),
    attempt: attempts,
    error,
    more: { max_attempts, ...(is_given_up ? { is_given_up } : {}), ...idsOf(payload) },
  })
  // A failed alert must not trigger another one.
  if (!is_given_up || task === 'send_alert') return
  await alert(deps, {
    event: 'JOB_GIVEN_UP',
    summary: `The job ${id} (${task}) was given up after ${attempts} attempts: ${reasonText(error)}.`,
  })
}

const isId = /^[\w-]{1,64}$/

/** Returns the ids of our rows in a payload. The rest of it may hold addresses and names. */
export function idsOf(payload: unknown): Record<string, string> {
  if (typeof payload !== 'object' || payload === null) return {}
  return Object.fromEntries(
    Object.entries(payload).filter(
      (entry): entry is [string, string] =>
        entry[0].endsWith('_id') && typeof entry[1] === 'string' && isId.test(entry[1]),
    ),
  )
}

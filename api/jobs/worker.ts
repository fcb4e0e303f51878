import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '@openspot/db/pool.ts'
import { Logger, parseCronItems, type Runner, run, runOnce, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { type Queue, queues, rulesOfTask } from '../job-queues.ts'
import type { Health } from '../platform/health/health.ts'
import { workerCheck } from '../platform/health/worker-check.ts'
import { type LivingWorkers, watchWorkers } from './dead-workers.ts'
import { guardTasks, type TaskDeps } from './guard-tasks.ts'
import { keepRunning, type Running } from './keep-running.ts'
import { paymentDepsOf } from './payment-deps.ts'
import { startRounds } from './rounds.ts'
import { tasks } from './tasks.ts'

type WorkerDeps = TaskDeps & { health: Health }

/** The maximum number of concurrent jobs. */
const concurrency = Object.values(queues).reduce((sum, size) => sum + size, 0)

/**
 * Runs jobs until stopped, and returns the stop function. It continues after a lost database connection. `watchEvery`
 * is the interval in milliseconds at which it looks for dead workers.
 */
export async function startWorker(deps: WorkerDeps, watchEvery?: number): Promise<() => Promise<void>> {
  const { log, database } = deps
  const pool = openPool({
    // The library listens on one of them for each queue.
    url: database.direct_url,
    // For each concurrent job, for completing it, for cron, and for those that listen.
    size: 2 * concurrency + 1 + Object.keys(queues).length,
    // The runner ends if one wait fails, and the jobs that it had begun stay locked until it counts as dead. While the web of the same
    // process starts on a busy machine, five seconds are not enough.
    wait_ms: 20_000,
    name: 'openspot jobs',
    onLost: (error) => log.info({ event: 'connection_lost', err: error }, 'job worker connection lost'),
  })
  const living = await watchWorkers(deps, watchEvery)
  const stops = await Promise.all([
    keepRunning(log, 'job worker', () => startRunner(deps, pool, living, 'platform')),
    keepRunning(log, 'job worker for imports', () => startRunner(deps, pool, living, 'imports')),
  ])
  const rounds = startRounds({ ...paymentDepsOf(deps), gates: deps.gates })
  return async () => {
    await rounds.stop()
    await Promise.all(stops.map((stop) => stop()))
    await living.stop()
    // The library may keep a connection of a runner that lost its database; it ends with the process.
    await Promise.race([pool.end(), pause(1_000, undefined, { ref: false })])
  }
}

async function startRunner(
  deps: WorkerDeps,
  pgPool: pg.Pool,
  living: LivingWorkers,
  queue: Queue,
): Promise<Running> {
  // A job that was handed out while the connection was lost stays locked by this runner, which does not know of it. A
  // new runner has another name, so such jobs are released as those of a dead worker.
  const events: WorkerEvents = new EventEmitter()
  const forget = living.add(events)
  const lost = new Promise<unknown>((done) => {
    events.once('pool:listen:error', ({ error }) => done(error))
    events.once('pool:fatalError', ({ error }) => done(error))
  })
  const runner = await startLibrary(deps, pgPool, events, queue).catch((error: unknown) => {
    forget()
    throw error
  })
  if (queue === 'platform') deps.health.add('worker', workerCheck(runner))
  let isRunning = true
  const own = runner.promise.finally(() => {
    isRunning = false
  })
  const ended = Promise.race([
    own,
    lost.then((error) => {
      throw error
    }),
  ])
  ended.then(forget, forget)
  return { ended, stop: async () => (isRunning ? runner.stop() : undefined) }
}

function startLibrary(deps: TaskDeps, pgPool: pg.Pool, events: WorkerEvents, queue: Queue): Promise<Runner> {
  const own = Object.entries(tasks(deps)).filter(([name]) => rulesOfTask(name).queue === queue)
  return run({
    pgPool,
    schema: deps.database.job_schema,
    events,
    concurrency: queues[queue],
    // Await and retry the completion of a job. Without a delay the library does neither, and a lost connection ends the
    // process with an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: quiet,
    taskList: guardTasks(deps, Object.fromEntries(own)),
    parsedCronItems: queue === 'platform' ? cronItems() : [],
  })
}

const cronItems = () =>
  parseCronItems([
    // Night begins at a different hour in each lot's time zone.
    { task: 'pay_out', match: '40 * * * *', identifier: 'pay_out' },
    {
      task: 'forward_events',
      match: '* * * * *',
      identifier: 'forward_events',
      options: { queueName: 'forward_events' },
    },
    { task: 'purge_expired', match: '17 * * * *', identifier: 'purge_expired' },
    { task: 'remind_of_fines', match: '7 * * * *', identifier: 'remind_of_fines' },
    { task: 'remind_of_disputes', match: '12 * * * *', identifier: 'remind_of_disputes' },
    { task: 'watch_holds', match: '*/5 * * * *', identifier: 'watch_holds' },
    { task: 'watch_pass_certificates', match: '20 9 * * *', identifier: 'watch_pass_certificates' },
    { task: 'forget_customers', match: '23 * * * *', identifier: 'forget_customers' },
    { task: 'sync_bank_payments', match: '41 */6 * * *', identifier: 'sync_bank_payments' },
    // The day begins at a different hour in each lot's time zone, in some at the half hour.
    { task: 'activate_assignments', match: '*/15 * * * *', identifier: 'activate_assignments' },
    { task: 'sync_data_sources', match: '*/5 * * * *', identifier: 'sync_data_sources' },
    { task: 'reseal', match: '*/5 * * * *', identifier: 'reseal' },
    // As for assignments.
    { task: 'settle_residents', match: '*/15 * * * *', identifier: 'settle_residents' },
    // Monday begins at a different hour in each lot's time zone.
    { task: 'apply_price_guidance', match: '12 * * * *', identifier: 'apply_price_guidance' },
    { task: 'bill', match: '*/10 * * * *', identifier: 'bill' },
    { task: 'bill_plans', match: '*/10 * * * *', identifier: 'bill_plans' },
    { task: 'apply_changes', match: '*/10 * * * *', identifier: 'apply_changes' },
    {
      task: 'reconcile',
      match: '30 3 * * *',
      identifier: 'reconcile',
      options: { queueName: 'reconcile' },
    },
    // Soon after midnight UTC, because calendars are materialized by UTC days.
    { task: 'materialize_closures', match: '5 0 * * *', identifier: 'materialize_closures' },
  ])

/**
 * Runs all due jobs and returns when none are left, and what became of them is stored, for tests and commands. It holds no worker lock, so a
 * running server beside it would take its jobs for those of a dead worker.
 */
export async function workOff(deps: TaskDeps): Promise<void> {
  let mayHaveLeft = true
  // A job of a named queue keeps those behind it from being found until its end is stored, which the library does not wait for.
  while (mayHaveLeft) {
    mayHaveLeft = false
    const events: WorkerEvents = new EventEmitter()
    events.on('job:start', ({ job }) => {
      mayHaveLeft ||= job.job_queue_id !== null
    })
    await runOnce({
      pgPool: deps.database.pool,
      schema: deps.database.job_schema,
      events,
      // With batches, the library waits until the ends of all jobs are stored.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: guardTasks(deps, tasks(deps)),
      logger: quiet,
      noHandleSignals: true,
    })
  }
}

const quiet = new Logger(() => () => {})

import { Logger, parseCronItems, type Runner, run, runOnce } from 'graphile-worker'
import type { Foundation } from '../app.ts'
import { watchWorkers } from './dead-workers.ts'
import { guardTasks } from './guard-tasks.ts'
import { startRounds } from './rounds.ts'
import { tasks } from './tasks.ts'
import { tillOf } from './till.ts'

/**
 * Works on jobs until it is stopped. `onEnd` is called if it stops by itself. `watchEvery`: how often dead workers are
 * looked for, in milliseconds.
 */
export async function startWorker(
  foundation: Foundation,
  onEnd: (error: unknown) => void,
  watchEvery?: number,
): Promise<() => Promise<void>> {
  const till = tillOf(foundation)
  const watch = await watchWorkers(foundation, watchEvery)
  const runner: Runner = await run({
    events: watch.events,
    connectionString: foundation.database.url,
    maxPoolSize: 4,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: quiet,
    taskList: guardTasks(foundation, tasks(foundation)),
    parsedCronItems: parseCronItems([
      // Each lot's night comes at another hour.
      { task: 'pay_out', match: '40 * * * *', identifier: 'pay_out' },
      { task: 'sweep', match: '17 * * * *', identifier: 'sweep' },
      { task: 'watch_holds', match: '*/5 * * * *', identifier: 'watch_holds' },
      { task: 'forget_customers', match: '23 * * * *', identifier: 'forget_customers' },
      { task: 'ask_after_banks', match: '41 */6 * * *', identifier: 'ask_after_banks' },
      // Each lot's day begins at another hour, some at the half.
      { task: 'turn_assignments', match: '*/15 * * * *', identifier: 'turn_assignments' },
      { task: 'bill', match: '*/10 * * * *', identifier: 'bill' },
      { task: 'bill_plans', match: '*/10 * * * *', identifier: 'bill_plans' },
      { task: 'apply_changes', match: '*/10 * * * *', identifier: 'apply_changes' },
      {
        task: 'reconcile',
        match: '30 3 * * *',
        identifier: 'reconcile',
        options: { queueName: 'reconcile' },
      },
      // Soon after a day of UTC begins: calendars are laid out by its days.
      { task: 'lay_out_calendars', match: '5 0 * * *', identifier: 'lay_out_calendars' },
    ]),
  })
  let isStopping = false
  runner.promise.then(
    () => isStopping || onEnd(new Error('The job worker stopped by itself.')),
    (error) => isStopping || onEnd(error),
  )
  const rounds = startRounds(till)
  return async () => {
    isStopping = true
    await rounds.stop()
    await runner.stop()
    await watch.stop()
  }
}

/**
 * Works on all jobs that are due now, and answers when there are none left: for tests and for commands. It holds no lock of
 * a worker: beside a running server its jobs would be taken for those of a dead one.
 */
export async function workOff(foundation: Foundation): Promise<void> {
  await runOnce({
    pgPool: foundation.database.pool,
    taskList: guardTasks(foundation, tasks(foundation)),
    logger: quiet,
    noHandleSignals: true,
  })
}

const quiet = new Logger(() => () => {})

import { setTimeout as pause } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Deps } from '../deps.ts'
import { reportFailure } from '../failures.ts'
import { lockWorker, type ReleasedJob, releaseLostJobs, unlockWorker } from './dead-workers.sql.ts'
import { reportAttempt } from './guard-tasks.ts'

/** With the grace below, jobs are released at most 50 seconds after their worker ended. */
const intervalMs = 10_000
/** A worker without its lock for this many intervals is dead. Until then it can reconnect. */
const graceIntervals = 3

export interface LivingWorkers {
  /** Holds a lock for each worker of a runner with these events. Returns a function that releases them. */
  add(events: WorkerEvents): () => void
  stop(): Promise<void>
}

/**
 * Holds a lock for each worker of this process while it runs, and lets other workers do the jobs of workers whose lock
 * is gone. The queue itself waits four hours for that.
 *
 * A slow worker keeps its lock, because the lock belongs to its connection and not to a timer. A worker that loses this
 * connection has `graceIntervals` to lock again. The database keeps since when a lock is gone, so it makes no difference
 * whether the process that notices it lives until the jobs are released. A runner that is replaced after a lost
 * connection has a new worker: the lock of the old one is given up, so that jobs it left locked are done. Processes of
 * versions that hold no lock are taken for dead.
 *
 * `interval`: how often to look, in milliseconds.
 */
export async function watchWorkers(deps: Deps, interval = intervalMs): Promise<LivingWorkers> {
  const { log } = deps
  const workers = new Set<string>()
  let client: pg.Client | null = null
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  // A connection runs one query at a time.
  let last: Promise<void> = Promise.resolve()

  function inTurn(work: (connection: pg.Client) => Promise<unknown>): Promise<void> {
    last = last.then(async () => {
      if (!client) return
      try {
        await work(client)
      } catch (error) {
        reportFailure(log, { task: 'watch_workers', error })
      }
    })
    return last
  }

  async function connect(): Promise<void> {
    // If the other machine loses power, keepalive tells the server within 25 seconds that the worker is gone.
    const connection = new pg.Client({
      connectionString: deps.database.direct_url,
      application_name: 'openspot worker lock',
      connectionTimeoutMillis: 5_000,
      options:
        '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c statement_timeout=10s',
    })
    let isLost = false
    const lost = (error?: Error) => {
      if (isLost) return
      isLost = true
      if (client !== connection) return
      client = null
      if (isStopped) return
      reportFailure(log, {
        task: 'watch_workers',
        error: error ?? new Error('The connection ended.'),
      })
      void reconnect()
    }
    connection.on('error', lost)
    connection.on('end', lost)
    await connection.connect()
    for (const worker of workers) await lockWorker(connection, worker)
    if (isLost) throw new Error('The connection was lost while taking the locks.')
    client = connection
    // Lock the workers that started in the meantime.
    for (const worker of workers) void inTurn((own) => lockWorker(own, worker))
  }

  async function reconnect(): Promise<void> {
    for (let attempt = 1; !isStopped; attempt++) {
      try {
        return await connect()
      } catch (error) {
        reportFailure(log, { task: 'watch_workers', attempt, error })
        await pause(1_000)
      }
    }
  }

  const round = async () => {
    const released: ReleasedJob[] = []
    await inTurn(async (connection) => {
      released.push(...(await releaseLostJobs(connection, [...workers], graceIntervals * interval)))
    })
    // Do not queue this with the locks: an alert takes a while, and a new worker waits for its lock.
    for (const job of released) await reportAttempt(deps, { ...job, error: new WorkerGone() })
    if (!isStopped) timer = setTimeout(() => void round(), interval)
  }

  await connect()
  void round()
  const giveUp = (id: string) => {
    if (workers.delete(id)) void inTurn((connection) => unlockWorker(connection, id))
  }
  return {
    add(events) {
      const own: string[] = []
      events.on('pool:create', ({ workerPool: { id } }) => {
        own.push(id)
        workers.add(id)
        void inTurn((connection) => lockWorker(connection, id))
      })
      events.on('pool:release', ({ workerPool: { id } }) => giveUp(id))
      return () => own.forEach(giveUp)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await last
      clearTimeout(timer)
      const connection = client
      client = null
      await connection?.end()
    },
  }
}

/** The logged failure reason for jobs of a dead worker; `release_lost_jobs()` stores the same. */
class WorkerGone extends Error {}

import { setTimeout as pause } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { Foundation } from '../app.ts'
import { reportFailure } from '../failures.ts'
import { reportAttempt } from './guard-tasks.ts'

/** The class of the advisory locks that workers hold on their ids; `missing_workers()` looks for it. */
const lockClass = 7017
const intervalMs = 15_000
/**
 * The number of consecutive rounds after which a missing worker is dead: at least 30 seconds, in which it can
 * reconnect.
 */
const deadAfter = 3

interface ReleasedJob {
  id: number
  task: string
  attempts: number
  max_attempts: number
  payload: unknown
}

export interface LivingWorkers {
  /** Holds a lock for each worker of a runner with these events. Returns a function that releases them. */
  add(events: WorkerEvents): () => void
  stop(): Promise<void>
}

/**
 * Holds a lock for each worker of this process while it runs, and releases the jobs of workers whose lock is gone, for
 * which the queue itself waits four hours. A slow worker keeps its lock, because the lock belongs to its connection and
 * not to a timer. A worker that loses this connection has `deadAfter` rounds to lock again, and a process without the
 * connection judges nobody. A restarted runner has a new worker, and the old one is given up so that its locked jobs
 * run again. Processes of versions that hold no lock count as dead.
 */
export async function watchWorkers(foundation: Foundation, interval = intervalMs): Promise<LivingWorkers> {
  const { log } = foundation
  const workers = new Set<string>()
  const missing = new Map<string, number>()
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
        missing.clear()
        reportFailure(log, { task: 'watch_workers', error })
      }
    })
    return last
  }

  async function connect(): Promise<void> {
    // If the other machine loses power, keepalive tells the server within 25 seconds that the worker is gone.
    const connection = new pg.Client({
      connectionString: foundation.database.url,
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
      missing.clear()
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
    for (const worker of workers) await lock(connection, worker)
    if (isLost) throw new Error('The connection was lost while the locks were taken.')
    client = connection
    // Lock the workers that started in the meantime.
    for (const worker of workers) void inTurn((own) => lock(own, worker))
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
      const dead = await findDead(connection, workers, missing)
      if (dead.length === 0) return
      const { rows } = await connection.query<ReleasedJob>('select * from release_jobs_of($1)', [dead])
      released.push(...rows)
      for (const worker of dead) missing.delete(worker)
    })
    // Do not queue this with the locks: an alert takes a while, and a new worker waits for its lock.
    for (const job of released) await reportAttempt(foundation, { ...job, error: new WorkerGone() })
    if (!isStopped) timer = setTimeout(() => void round(), interval)
  }

  await connect()
  void round()
  const giveUp = (id: string) => {
    if (workers.delete(id)) void inTurn((connection) => unlock(connection, id))
  }
  return {
    add(events) {
      const own: string[] = []
      events.on('pool:create', ({ workerPool: { id } }) => {
        own.push(id)
        workers.add(id)
        void inTurn((connection) => lock(connection, id))
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

/** Counts the rounds in which each worker was missing. Returns those that were missing too often. */
async function findDead(
  connection: pg.Client,
  own: ReadonlySet<string>,
  missing: Map<string, number>,
): Promise<string[]> {
  const { rows } = await connection.query<{ worker: string }>('select m as worker from missing_workers() m')
  const now = new Set(rows.map(({ worker }) => worker).filter((worker) => !own.has(worker)))
  for (const worker of missing.keys()) if (!now.has(worker)) missing.delete(worker)
  for (const worker of now) missing.set(worker, (missing.get(worker) ?? 0) + 1)
  return [...missing].flatMap(([worker, rounds]) => (rounds >= deadAfter ? worker : []))
}

/** Advisory locks are counted, so do not take one that is already held. */
async function lock(connection: pg.Client, worker: string): Promise<void> {
  await connection.query(
    `select pg_advisory_lock($1, hashtext($2)) where not exists (
       select from pg_locks where pid = pg_backend_pid() and locktype = 'advisory' and classid = $1::int::oid
         and objid = hashtext($2)::oid and objsubid = 2)`,
    [lockClass, worker],
  )
}

async function unlock(connection: pg.Client, worker: string): Promise<void> {
  await connection.query('select pg_advisory_unlock($1, hashtext($2))', [lockClass, worker])
}

/** The logged failure reason for jobs of a dead worker; `release_jobs_of()` stores the same. */
class WorkerGone extends Error {}

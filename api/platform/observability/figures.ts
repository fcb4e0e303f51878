import { Gauge } from 'prom-client'
import type { Foundation } from '../../app.ts'
import { reportFailure } from '../../failures.ts'
import { atMostEvery, within } from '../health/deadline.ts'
import type { Metrics } from './metrics.ts'

/** Database figures, which are the same in every process. Null if the database does not answer. */
interface Figures {
  ready: number
  oldest_ready_seconds: number
  locked: number
  failed: number
  given_up: number
  holds_overdue: number
  emails_waiting: number
  emails_failed: number
}

/** The maximum age of the figures, so that not every scrape of every process runs a query. */
const FRESH_MS = 10_000
/** Prometheus times out after 10 s by default, and the other metrics must not wait for these. */
const ANSWER_MS = 2000

/**
 * The queue's table holds only unfinished jobs, so counting it is cheap. Everything else is counted through a partial
 * index.
 */
const statement = `
  select
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as ready,
    coalesce(extract(epoch from now() - min(run_at)
      filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8 as oldest_ready_seconds,
    count(*) filter (where locked_at is not null)::int as locked,
    count(*) filter (where locked_at is null and attempts between 1 and max_attempts - 1)::int as failed,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::int as given_up,
    (select count(*) from reservations
      where status in ('CHECKOUT', 'PENDING') and hold_expires_at <= $1::timestamptz - interval '1 minute')::int as holds_overdue,
    (select count(*) from emails where state = 'WAITING')::int as emails_waiting,
    (select count(*) from emails where state = 'FAILED')::int as emails_failed
  from graphile_worker.jobs`

/** Registers the gauges that are read from the database and its pool on each scrape. */
export function measureDatabase(
  metrics: Metrics,
  { database, ports, log }: Pick<Foundation, 'database' | 'ports' | 'log'>,
): void {
  const { pool } = database
  const registers = [metrics.registry]
  const ask = atMostEvery(
    FRESH_MS,
    () => ports.now(),
    () => readFigures(database.pool, ports.now()),
  )
  const figures = async (): Promise<Figures | null> => {
    try {
      return await within(ANSWER_MS, ask(), null)
    } catch (error) {
      reportFailure(log, { task: 'metrics', error })
      return null
    }
  }
  const poolGauge = new Gauge({
    name: 'openspot_db_pool_connections',
    help: 'Connections of the pool (total, idle) and requests that wait for one (waiting).',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const upGauge = new Gauge({
    name: 'openspot_database_up',
    help: 'Whether the database answered when the figures from it were read.',
    registers: [],
    async collect() {
      this.set((await figures()) ? 1 : 0)
    },
  })
  metrics.registry.registerMetric(poolGauge)
  metrics.registry.registerMetric(upGauge)
  const gauge = (name: string, help: string, label: string | null, read: (found: Figures) => Counts) =>
    new Gauge({
      name,
      help,
      labelNames: label === null ? [] : [label],
      registers,
      async collect() {
        // Leave out unknown values, because an old value would look current.
        this.reset()
        const found = await figures()
        if (!found) return label === null ? this.remove() : undefined
        for (const [value, count] of Object.entries(read(found)))
          this.set(label === null ? {} : { [label]: value }, count)
      },
    })
  gauge('openspot_jobs', 'Jobs in the queue by what became of them so far.', 'state', (found) => {
    const { ready, locked, failed, given_up } = found
    return { ready, locked, failed, given_up }
  })
  gauge('openspot_jobs_oldest_ready_seconds', 'Age of the oldest job that is due.', null, (found) => ({
    all: found.oldest_ready_seconds,
  }))
  gauge('openspot_holds_overdue', 'Unpaid holds that ran out over a minute ago.', null, (found) => ({
    all: found.holds_overdue,
  }))
  gauge('openspot_emails', 'Emails that are not sent.', 'state', (found) => ({
    waiting: found.emails_waiting,
    failed: found.emails_failed,
  }))
}

type Counts = Record<string, number>

async function readFigures(pool: Foundation['database']['pool'], now: Date): Promise<Figures | null> {
  const { rows } = await pool.query<Figures>(statement, [now.toISOString()])
  return rows[0] ?? null
}

import { Gauge } from 'prom-client'
import type { Deps } from '../../deps.ts'
import { reportFailure } from '../../failures.ts'
import { atMostEvery, within } from '../health/deadline.ts'
import { type Figures, readFigures } from './figures.sql.ts'
import type { Metrics } from './metrics.ts'

/** The maximum age of the figures, so that not every scrape of every process runs a query. */
const FRESH_MS = 10_000
/** Prometheus times out after 10 s by default, and the other metrics must not wait for these. */
const ANSWER_MS = 2000

/** Registers the gauges that are read from the database and its pool on each scrape. */
export function measureDatabase(
  metrics: Metrics,
  { database, ports, log }: Pick<Deps, 'database' | 'ports' | 'log'>,
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
    help: 'Number of pool connections (total, idle) and of requests waiting for one (waiting).',
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
    help: 'Whether the database responded when its metrics were read.',
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
  gauge('openspot_jobs', 'Number of jobs in the queue by state.', 'state', (found) => {
    const { ready, locked, failed, given_up } = found
    return { ready, locked, failed, given_up }
  })
  gauge('openspot_jobs_oldest_ready_seconds', 'Age of the oldest job that is due.', null, (found) => ({
    all: found.oldest_ready_seconds,
  }))
  gauge(
    'openspot_holds_overdue',
    'Number of unpaid holds that expired more than a minute ago.',
    null,
    (found) => ({
      all: found.holds_overdue,
    }),
  )
  gauge('openspot_emails', 'Number of emails that are not sent.', 'state', (found) => ({
    waiting: found.emails_waiting,
    failed: found.emails_failed,
  }))
  gauge(
    'openspot_messages_waiting',
    'Number of pushes and texts that are due and not sent.',
    'channel',
    (found) => ({ push: found.pushes_waiting, text: found.texts_waiting }),
  )
}

type Counts = Record<string, number>

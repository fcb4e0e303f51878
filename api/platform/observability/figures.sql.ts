import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** Database figures, which are the same in every process. */
export interface Figures {
  ready: number
  oldest_ready_seconds: number
  locked: number
  failed: number
  given_up: number
  holds_overdue: number
  emails_waiting: number
  emails_failed: number
  pushes_waiting: number
  texts_waiting: number
}

/**
 * The queue's table holds only unfinished jobs, so counting it is cheap. Everything else is counted through a partial
 * index.
 */
const queueFigures = statement(
  'read_queue_figures',
  {
    ready: 'integer',
    oldest_ready_seconds: 'float8',
    locked: 'integer',
    failed: 'integer',
    given_up: 'integer',
  },
  `select
    count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now())::int as ready,
    coalesce(extract(epoch from now() - min(run_at)
      filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0)::float8 as oldest_ready_seconds,
    count(*) filter (where locked_at is not null)::int as locked,
    count(*) filter (where locked_at is null and attempts between 1 and max_attempts - 1)::int as failed,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::int as given_up
  from jobs_of_queue()`,
)

const tableFigures = statement(
  'read_table_figures',
  {
    holds_overdue: 'integer',
    emails_waiting: 'integer',
    emails_failed: 'integer',
    pushes_waiting: 'integer',
    texts_waiting: 'integer',
  },
  `select
    (select count(*) from reservations
      where status in ('CHECKOUT', 'PENDING') and hold_expires_at <= $1::timestamptz - interval '1 minute')::int as holds_overdue,
    (select count(*) from emails where state = 'WAITING')::int as emails_waiting,
    (select count(*) from emails where state = 'FAILED')::int as emails_failed,
    (select count(*) from push_messages where state = 'WAITING' and due_at <= $1::timestamptz)::int as pushes_waiting,
    (select count(*) from texts where state = 'WAITING' and due_at <= $1::timestamptz)::int as texts_waiting`,
)

/** Returns the figures. Two statements, because the queue and the tables of a city may be on different servers. */
export async function readFigures(pool: pg.Pool, now: Date): Promise<Figures | null> {
  const [[ofQueue], [ofTables]] = await Promise.all([
    query(pool, queueFigures, []),
    query(pool, tableFigures, [now.toISOString()]),
  ])
  return ofQueue && ofTables ? { ...ofQueue, ...ofTables } : null
}

import {
  ALERT_JOB_DELAY_MINUTES,
  ALERT_PAUSE_MINUTES,
  type AlertEvent,
  MAX_ALERT_ATTEMPTS,
  OVERDUE_HOLD_MINUTES,
  STALLED_JOB_MINUTES,
} from '@openspot/core/alert-events.ts'
import { type Db, query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import type { Channel } from './send-alert.ts'

const raiseAlertStatement = statement(
  'raise_alert',
  { alert_id: 'uuid?' },
  'select raise_alert($1, $2, $3, $4, $5, $6, $7) as alert_id',
)

/**
 * Saves an alert and queues the jobs that send it. Returns its id, or null if there was one of the same event within
 * `ALERT_PAUSE_MINUTES`.
 */
export async function raiseAlert(
  pool: pg.Pool,
  { event, summary }: { event: AlertEvent; summary: string },
  channels: readonly Channel[],
  now: Date,
): Promise<string | null> {
  const rows = await query(pool, raiseAlertStatement, [
    event,
    summary,
    channels,
    now.toISOString(),
    ALERT_PAUSE_MINUTES,
    ALERT_JOB_DELAY_MINUTES,
    MAX_ALERT_ATTEMPTS,
  ])
  return rows[0]?.alert_id ?? null
}

/** Marks the open alerts of an event as resolved and queues the jobs that report it. Does nothing without one. */
export async function setAlertResolved(
  pool: pg.Pool,
  event: AlertEvent,
  channels: readonly Channel[],
  now: Date,
): Promise<void> {
  await pool.query('select resolve_alert($1, $2, $3, $4)', [
    event,
    channels,
    now.toISOString(),
    MAX_ALERT_ATTEMPTS,
  ])
}

export function findAlert(db: Db, alert_id: string) {
  return db
    .selectFrom('alerts')
    .select(['event', 'summary', 'created_at', 'resolved_at', 'email_sent_at', 'webhook_sent_at'])
    .where('id', '=', alert_id)
    .executeTakeFirst()
}

/** Saves when an alert was sent through one channel. */
export async function setAlertSent(
  db: Db,
  alert_id: string,
  column: 'email_sent_at' | 'webhook_sent_at',
  now: Date,
): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ [column]: now.toISOString() })
    .where('id', '=', alert_id)
    .execute()
}

export interface Standing {
  stalled: number
  overdue: number
  given_up: number
}

const standingRows = statement(
  'read_standing',
  { stalled: 'integer', overdue: 'integer', given_up: 'integer' },
  'select * from platform_standing($1, $2, $3)',
)

/** Returns the number of stalled jobs, of overdue holds, and of jobs that were given up. */
export async function readStanding(pool: pg.Pool, now: Date): Promise<Standing> {
  const rows = await query(pool, standingRows, [now.toISOString(), STALLED_JOB_MINUTES, OVERDUE_HOLD_MINUTES])
  const [standing] = rows as [Standing]
  return standing
}

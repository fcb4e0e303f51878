import { query } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import type Stripe from 'stripe'

const unprocessedEvent = statement(
  'find_unprocessed_event',
  { payload: json<Stripe.Event>() },
  'select payload from webhook_events where id = $1 and processed_at is null',
)

/** Returns a stored event of the card provider, or undefined if it was processed before. */
export async function findUnprocessedEvent(
  pool: pg.Pool,
  event_id: string,
): Promise<Stripe.Event | undefined> {
  const rows = await query(pool, unprocessedEvent, [event_id])
  return rows[0]?.payload
}

export async function setEventProcessed(pool: pg.Pool, event_id: string, now: Date): Promise<void> {
  await pool.query('update webhook_events set processed_at = $2 where id = $1', [event_id, now.toISOString()])
}

import type pg from 'pg'
import type Stripe from 'stripe'

/**
 * Stores an event and queues its processing in one statement, so that it is neither lost nor stored twice. Returns
 * whether it is new.
 */
export async function keepEvent(pool: pg.Pool, now: Date, event: Stripe.Event): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with kept as (
       insert into webhook_events (id, type, payload, received_at) values ($1, $2, $3, $4) on conflict do nothing returning id)
     select add_job('read_stripe_event', json_build_object('event_id', id), max_attempts => 25) from kept`,
    [event.id, event.type, JSON.stringify(event), now.toISOString()],
  )
  return rowCount === 1
}

/** Queues the stored and processed events (those since an instant) again. Returns how many. */
export async function queueEventsAgain(pool: pg.Pool, since: Date | null): Promise<number> {
  const { rowCount } = await pool.query(
    `with again as (update webhook_events set processed_at = null where processed_at is not null
       and ($1::timestamptz is null or received_at >= $1) returning id)
     select add_job('read_stripe_event', json_build_object('event_id', id), max_attempts => 25) from again`,
    [since?.toISOString() ?? null],
  )
  return rowCount ?? 0
}

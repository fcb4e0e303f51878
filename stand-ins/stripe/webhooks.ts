import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { FaultPlan } from './state/faults.ts'
import type { Clock, Post } from './state/ports.ts'

/**
 * At-least-once delivery of events: https://docs.stripe.com/webhooks#retries. Pending deliveries stay in the database
 * until the endpoint has answered with 2xx or three days have passed, so a restart loses nothing.
 */

/** Seconds until the next attempt, after the first, second, … failure. */
const back_off = [5, 30, 120, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600]

/** Seconds after which another stand-in takes over a delivery whose stand-in died. */
const lease = 30

interface Delivery {
  id: string
  attempts: number
  event: string
  url: string | null
  secret: string | null
}

export interface Deliverer {
  pool: pg.Pool
  /** The stand-in's time, which may be ahead. */
  now(): number
  /** The real time, with which the receiver compares the signature. */
  clock: Clock
  post: Post
  faults: FaultPlan
}

/** Delivers what is due, including duplicates that become due immediately, and returns the number of attempts. */
export async function deliverDue(deliverer: Deliverer): Promise<number> {
  let tried = 0
  for (;;) {
    const batch = deliverer.faults.orderOf(await claim(deliverer, 20))
    if (batch.length === 0) return tried
    for (const delivery of batch) {
      tried += 1
      await deliver(deliverer, delivery)
    }
  }
}

async function claim(deliverer: Deliverer, limit: number): Promise<Delivery[]> {
  const now = deliverer.now()
  const claimed = await deliverer.pool.query<Delivery>(
    `with due as (
       select id from stripe_stand_in.deliveries where due_at <= $1 order by due_at, id limit $2 for update skip locked
     ), claimed as (
       update stripe_stand_in.deliveries d set due_at = $3, attempts = attempts + 1 from due where d.id = due.id
       returning d.id, d.attempts, d.event_id, d.endpoint_id
     )
     select c.id, c.attempts, e.data::text as event, w.data->>'url' as url, w.hidden->>'secret' as secret
     from claimed c
     join stripe_stand_in.objects e on e.id = c.event_id
     left join stripe_stand_in.objects w on w.id = c.endpoint_id and not w.deleted and w.data->>'status' = 'enabled'
     order by c.id`,
    [now, limit, now + lease],
  )
  return claimed.rows
}

async function deliver(deliverer: Deliverer, delivery: Delivery): Promise<void> {
  if (delivery.url === null || delivery.secret === null) {
    await saveOutcome(deliverer, delivery, { due_at: null, error: 'the endpoint is gone' })
    return
  }
  // Only the first attempt is delayed.
  const fault = deliverer.faults.forWebhook(delivery.attempts)
  if (fault.delay_seconds > 0) {
    await saveOutcome(deliverer, delivery, {
      due_at: deliverer.now() + fault.delay_seconds,
      error: 'delayed by the fault plan',
    })
    return
  }
  if (fault.lost) {
    await saveOutcome(deliverer, delivery, { due_at: null, error: 'lost by the fault plan' })
    return
  }
  try {
    if (fault.dropped) throw new Error('dropped by the fault plan')
    const status = await send(deliverer, delivery.url, delivery.secret, delivery.event)
    for (let again = 1; again < fault.copies; again++)
      await send(deliverer, delivery.url, delivery.secret, delivery.event)
    if (status >= 200 && status < 300) await saveOutcome(deliverer, delivery, { due_at: null, status })
    else await retryLater(deliverer, delivery, { status })
  } catch (error) {
    await retryLater(deliverer, delivery, { error: error instanceof Error ? error.message : String(error) })
  }
}

function send(deliverer: Deliverer, url: string, secret: string, body: string): Promise<number> {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'stripe-signature': signature(secret, Math.floor(deliverer.clock.now().getTime() / 1000), body),
  }
  return deliverer.post(url, headers, body)
}

/** https://docs.stripe.com/webhooks#verify-manually */
export function signature(secret: string, seconds: number, body: string): string {
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex')
  return `t=${seconds},v1=${mac}`
}

async function retryLater(
  deliverer: Deliverer,
  delivery: Delivery,
  how: { status?: number; error?: string },
): Promise<void> {
  const wait = back_off[delivery.attempts - 1]
  await saveOutcome(deliverer, delivery, {
    ...how,
    due_at: wait === undefined ? null : deliverer.now() + wait,
  })
}

async function saveOutcome(
  deliverer: Deliverer,
  delivery: Delivery,
  how: { due_at: number | null; status?: number; error?: string },
): Promise<void> {
  const delivered = how.status !== undefined && how.status >= 200 && how.status < 300
  await deliverer.pool.query(
    `update stripe_stand_in.deliveries
     set due_at = $2, last_status = $3, last_error = $4, delivered_at = coalesce(delivered_at, $5) where id = $1`,
    [delivery.id, how.due_at, how.status ?? null, how.error ?? null, delivered ? deliverer.now() : null],
  )
}

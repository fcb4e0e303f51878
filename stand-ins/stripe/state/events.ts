import type Stripe from 'stripe'
import { insert } from './store.ts'
import type { Work } from './work.ts'

/** The API version that the SDK's types describe. */
export const api_version = '2026-10-28.endive'

/**
 * Records an event and its recipients in the same transaction as its cause, so an event is never visible without it.
 * Events of connected accounts go to endpoints created with `connect`: https://docs.stripe.com/connect/webhooks
 */
export async function emit(
  work: Work,
  type: Stripe.Event.Type,
  object: object,
  previous?: object,
): Promise<void> {
  const id = work.env.id('evt')
  const connected = work.account !== work.env.platform
  const told = await work.client.query(
    `insert into deliveries (event_id, endpoint_id, due_at)
     select $1, id, $2 from objects
     where account = $3 and kind = 'webhook_endpoint' and not deleted and data->>'status' = 'enabled'
       and (hidden->>'connect')::boolean = $4
       and (data->'enabled_events' ? '*' or data->'enabled_events' ? $5)
     order by seq`,
    [id, work.now, work.env.platform, connected, type],
  )
  const event: Stripe.EventBase = {
    id,
    object: 'event',
    ...(connected ? { account: work.account } : {}),
    api_version,
    created: work.now,
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: told.rowCount ?? 0,
    request: work.request,
    type,
  }
  await insert(work, 'event', event, {})
}

import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { boolean, listOf, paging, range, request, shape, text } from '../protocol/params.ts'
import { get } from '../state/store.ts'
import type { Work } from '../state/work.ts'

const list_params = request<Stripe.EventListParams>()(
  shape({ ...paging, created: range, delivery_success: boolean, type: text, types: listOf(text) }),
)

/** The number of pending endpoints is counted on request, so that an event's stored JSON never changes. */
async function withPending(work: Work, event: Stripe.EventBase): Promise<Stripe.EventBase> {
  const found = await work.client.query<{ count: string }>(
    'select count(*) from deliveries where event_id = $1 and delivered_at is null and due_at is not null',
    [event.id],
  )
  return { ...event, pending_webhooks: Number(found.rows[0]?.count ?? 0) }
}

export const event_routes: Route[] = [
  route('GET', '/v1/events', list_params, (work, params) =>
    page(work, 'event', '/v1/events', params, {
      type: params.types ?? (params.type ? [params.type] : undefined),
    }),
  ),
  route('GET', '/v1/events/:id', shape({}), async (work, _params, id) =>
    withPending(work, (await get(work, 'event', id)).object),
  ),
]

import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import {
  boolean,
  listOf,
  mergeMetadata,
  metadata,
  paging,
  type Read,
  request,
  required,
  shape,
  text,
  unsettable,
} from '../protocol/params.ts'
import { api_version } from '../state/events.ts'
import { get, insert, lock, save } from '../state/store.ts'
import type { Work } from '../state/work.ts'

const create_params = request<Stripe.WebhookEndpointCreateParams>()(
  shape({
    api_version: text,
    connect: boolean,
    description: unsettable(text),
    enabled_events: required(listOf(text)),
    metadata,
    url: required(text),
  }),
)

/** The secret is returned only at creation: https://docs.stripe.com/api/webhook_endpoints/create */
async function create(work: Work, params: Read<typeof create_params>): Promise<Stripe.WebhookEndpoint> {
  const secret = work.env.secret('whsec')
  const endpoint = blankEndpoint(work, params.url, params.enabled_events)
  endpoint.description = params.description ?? null
  endpoint.metadata = mergeMetadata({}, params.metadata)
  await insert(work, 'webhook_endpoint', endpoint, { secret, connect: params.connect ?? false })
  return { ...endpoint, secret }
}

function blankEndpoint(work: Work, url: string, enabled_events: string[]): Stripe.WebhookEndpoint {
  checkUrl(url)
  return {
    id: work.env.id('we'),
    object: 'webhook_endpoint',
    api_version,
    application: null,
    created: work.now,
    description: null,
    enabled_events,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
}

export interface FixedEndpoint {
  url: string
  secret: string
  enabled_events?: string[]
  connect?: boolean
}

/** An endpoint as created in Stripe's dashboard: identified by its URL and updated at each start. */
export async function ensureEndpoint(work: Work, wanted: FixedEndpoint): Promise<void> {
  const connect = wanted.connect ?? false
  const found = await work.client.query<{ id: string }>(
    `select id from objects where kind = 'webhook_endpoint' and account = $1 and not deleted
       and data->>'url' = $2 and (hidden->>'connect')::boolean = $3 order by seq limit 1`,
    [work.account, wanted.url, connect],
  )
  const id = found.rows[0]?.id
  if (id === undefined) {
    const endpoint = blankEndpoint(work, wanted.url, wanted.enabled_events ?? ['*'])
    await insert(work, 'webhook_endpoint', endpoint, { secret: wanted.secret, connect })
    return
  }
  const stored = await lock(work, 'webhook_endpoint', id)
  stored.hidden.secret = wanted.secret
  stored.object.enabled_events = wanted.enabled_events ?? ['*']
  stored.object.status = 'enabled'
  await save(work, stored)
}

const update_params = request<Stripe.WebhookEndpointUpdateParams>()(
  shape({
    description: unsettable(text),
    disabled: boolean,
    enabled_events: listOf(text),
    metadata,
    url: text,
  }),
)

async function update(
  work: Work,
  params: Read<typeof update_params>,
  id: string,
): Promise<Stripe.WebhookEndpoint> {
  const stored = await lock(work, 'webhook_endpoint', id)
  const { object } = stored
  if (params.url !== undefined) {
    checkUrl(params.url)
    object.url = params.url
  }
  if (params.description !== undefined) object.description = params.description
  if (params.disabled !== undefined) object.status = params.disabled ? 'disabled' : 'enabled'
  if (params.enabled_events) object.enabled_events = params.enabled_events
  object.metadata = mergeMetadata(object.metadata, params.metadata)
  await save(work, stored)
  return object
}

async function remove(work: Work, _params: object, id: string): Promise<Stripe.DeletedWebhookEndpoint> {
  const stored = await lock(work, 'webhook_endpoint', id)
  stored.deleted = true
  await save(work, stored)
  await work.client.query('update deliveries set due_at = null where endpoint_id = $1', [id])
  return { id, object: 'webhook_endpoint', deleted: true }
}

function checkUrl(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', {
      code: 'url_invalid',
      param: 'url',
    })
}

export const webhook_endpoint_routes: Route[] = [
  route('POST', '/v1/webhook_endpoints', create_params, create),
  route('GET', '/v1/webhook_endpoints', shape(paging), (work, params) =>
    page(work, 'webhook_endpoint', '/v1/webhook_endpoints', params),
  ),
  route(
    'GET',
    '/v1/webhook_endpoints/:id',
    shape({}),
    async (work, _params, id) => (await get(work, 'webhook_endpoint', id)).object,
  ),
  route('POST', '/v1/webhook_endpoints/:id', update_params, update),
  route('DELETE', '/v1/webhook_endpoints/:id', shape({}), remove),
]

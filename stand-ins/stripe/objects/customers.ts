import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import {
  address,
  anything,
  mergeMetadata,
  metadata,
  paging,
  type Read,
  range,
  request,
  shape,
  text,
  unsettable,
} from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { find, findBy, get, insert, lock, save } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { addressFrom } from './addresses.ts'
import { attach, detach, methodFrom } from './payment-methods.ts'

const shared = {
  address: unsettable(address),
  description: unsettable(text),
  email: unsettable(text),
  invoice_settings: shape({
    default_payment_method: unsettable(text),
    footer: anything,
    custom_fields: anything,
  }),
  metadata,
  name: unsettable(text),
  phone: unsettable(text),
  preferred_locales: anything,
  shipping: anything,
  tax_exempt: anything,
}
const create_params = request<Stripe.CustomerCreateParams>()(shape({ ...shared, payment_method: text }))
const update_params = request<Stripe.CustomerUpdateParams>()(shape(shared))

export function blankCustomer(work: Work, email: string | null, name: string | null): Stripe.Customer {
  return {
    id: work.env.id('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: work.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email,
    invoice_prefix: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

async function create(work: Work, params: Read<typeof create_params>): Promise<Stripe.Customer> {
  const customer: Stripe.Customer = {
    ...blankCustomer(work, params.email ?? null, params.name ?? null),
    address: params.address ? addressFrom(params.address) : null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    phone: params.phone ?? null,
  }
  const stored = await insert(work, 'customer', customer, {})
  await emit(work, 'customer.created', customer)
  if (params.payment_method)
    await attach(work, await methodFrom(work, params.payment_method, 'payment_method'), customer.id)
  const chosen = params.invoice_settings?.default_payment_method
  if (chosen) {
    await chooseDefault(work, customer, chosen)
    await save(work, stored)
  }
  return customer
}

async function update(work: Work, params: Read<typeof update_params>, id: string): Promise<Stripe.Customer> {
  const stored = await lock(work, 'customer', id)
  const before = structuredClone(stored.object)
  const customer = stored.object
  if (params.address !== undefined) customer.address = params.address && addressFrom(params.address)
  if (params.description !== undefined) customer.description = params.description
  if (params.email !== undefined) customer.email = params.email
  if (params.name !== undefined) customer.name = params.name
  if (params.phone !== undefined) customer.phone = params.phone
  const chosen = params.invoice_settings?.default_payment_method
  if (chosen === null) customer.invoice_settings.default_payment_method = null
  else if (chosen !== undefined) await chooseDefault(work, customer, chosen)
  customer.metadata = mergeMetadata(customer.metadata, params.metadata)
  await save(work, stored)
  await emit(work, 'customer.updated', customer, previous(before, customer))
  return customer
}

async function chooseDefault(work: Work, customer: Stripe.Customer, id: string): Promise<void> {
  const method = await get(work, 'payment_method', id, 'invoice_settings[default_payment_method]')
  if (method.object.customer !== customer.id)
    throw invalid('The customer does not have a payment method with the ID ' + id + '.', {
      code: 'resource_missing',
      param: 'invoice_settings[default_payment_method]',
    })
  customer.invoice_settings.default_payment_method = id
}

/** A deleted customer can still be retrieved, as a stub: https://docs.stripe.com/api/customers/delete */
async function retrieve(
  work: Work,
  _params: object,
  id: string,
): Promise<Stripe.Customer | Stripe.DeletedCustomer> {
  const stored = await find(work, 'customer', id)
  if (stored?.deleted) return { id, object: 'customer', deleted: true }
  return (await get(work, 'customer', id)).object
}

async function remove(work: Work, _params: object, id: string): Promise<Stripe.DeletedCustomer> {
  const stored = await lock(work, 'customer', id)
  for (const method of await findBy(work, 'payment_method', 'customer', id))
    await detach(work, await lock(work, 'payment_method', method.object.id))
  stored.deleted = true
  await save(work, stored)
  await emit(work, 'customer.deleted', stored.object)
  return { id, object: 'customer', deleted: true }
}

/** Returns the previous values of what an update changed, for the event's `previous_attributes`. */
export function previous(before: object, after: object): object {
  const now: Record<string, unknown> = { ...after }
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key])),
  )
}

const list_params = shape({ ...paging, created: range, email: text })
const method_list_params = shape({ ...paging, type: text, allow_redisplay: text })

export const customer_routes: Route[] = [
  route('POST', '/v1/customers', create_params, create),
  route('GET', '/v1/customers', list_params, (work, params) =>
    page(work, 'customer', '/v1/customers', params, { email: params.email }),
  ),
  route('GET', '/v1/customers/:id', shape({}), retrieve),
  route('POST', '/v1/customers/:id', update_params, update),
  route('DELETE', '/v1/customers/:id', shape({}), remove),
  route('GET', '/v1/customers/:id/payment_methods', method_list_params, async (work, params, id) => {
    await get(work, 'customer', id)
    return page(work, 'payment_method', `/v1/customers/${id}/payment_methods`, params, {
      customer: id,
      type: params.type,
    })
  }),
  route('GET', '/v1/customers/:id/payment_methods/:child', shape({}), async (work, _params, id, child) => {
    const method = await get(work, 'payment_method', child)
    if (method.object.customer !== id)
      throw invalid(`No such PaymentMethod: '${child}'`, { code: 'resource_missing' })
    return method.object
  }),
]

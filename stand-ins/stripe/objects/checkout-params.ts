import type Stripe from 'stripe'
import { invalid } from '../protocol/errors.ts'
import {
  anything,
  currency,
  integer,
  listOf,
  metadata,
  oneOf,
  positive,
  type Read,
  request,
  required,
  shape,
  text,
  unsettable,
} from '../protocol/params.ts'
import type { Work } from '../state/work.ts'
import { method_types, transfer_data } from './payment-intent-params.ts'

const product_data = shape({
  name: required(text),
  description: text,
  images: anything,
  metadata,
  tax_code: text,
})
const price_data = shape({
  currency: required(currency),
  product_data: required(product_data),
  tax_behavior: text,
  unit_amount: required(integer),
})
const line_item = shape({ price_data: required(price_data), quantity: positive, metadata })

export const create_params = request<Stripe.Checkout.SessionCreateParams>()(
  shape({
    allowed_payment_method_types: method_types,
    billing_address_collection: oneOf('auto', 'required'),
    cancel_url: text,
    client_reference_id: text,
    consent_collection: anything,
    currency,
    custom_text: shape({ submit: unsettable(shape({ message: required(text) })) }),
    customer: text,
    customer_creation: oneOf('always', 'if_required'),
    customer_email: text,
    customer_update: anything,
    expires_at: integer,
    line_items: listOf(line_item),
    locale: text,
    metadata,
    mode: oneOf('payment', 'setup'),
    payment_intent_data: shape({
      application_fee_amount: integer,
      capture_method: oneOf('automatic', 'automatic_async', 'manual'),
      description: text,
      metadata,
      on_behalf_of: text,
      receipt_email: text,
      setup_future_usage: oneOf('off_session', 'on_session'),
      statement_descriptor_suffix: text,
      transfer_data,
      transfer_group: text,
    }),
    payment_method_options: anything,
    saved_payment_method_options: anything,
    setup_intent_data: shape({ description: text, metadata, on_behalf_of: text }),
    submit_type: oneOf('auto', 'book', 'donate', 'pay'),
    success_url: text,
    ui_mode: oneOf('hosted_page'),
  }),
)
export const update_params = request<Stripe.Checkout.SessionUpdateParams>()(shape({ metadata }))

/** Prices are given inline (`price_data`); the stand-in has no product catalog. */
export function lineItemsFrom(work: Work, given: Read<typeof line_item>[]): Stripe.LineItem[] {
  const codes = new Set(given.map((item) => item.price_data.currency))
  if (codes.size > 1) throw invalid('All line items must have the same currency.', { param: 'line_items' })
  return given.map((item) => {
    const { price_data: price } = item
    const quantity = item.quantity ?? 1
    const amount = price.unit_amount * quantity
    return {
      id: work.env.id('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: price.product_data.name,
      metadata: item.metadata ?? null,
      price: null,
      quantity,
    }
  })
}

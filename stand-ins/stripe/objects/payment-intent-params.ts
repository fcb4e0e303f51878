import type Stripe from 'stripe'
import {
  anything,
  boolean,
  currency,
  integer,
  listOf,
  metadata,
  oneOf,
  positive,
  type Reader,
  request,
  required,
  shape,
  text,
  unsettable,
} from '../protocol/params.ts'
import { method_params } from './payment-methods.ts'

/**
 * Parameters of payment intent calls: https://docs.stripe.com/api/payment_intents. Settings without effect are
 * accepted.
 */

const future_usage = oneOf('off_session', 'on_session')

/** API version endive no longer accepts `payment_method_types` (SDK changelog, 23.0.0), only the allowed ones. */
export const method_types = listOf(oneOf('card', 'us_bank_account'))

/** Stripe accepts a boolean, and on confirmation also the reason why the payment is off-session. */
const off_session: Reader<boolean> = (value, path) =>
  value === 'one_off' || value === 'recurring' ? true : boolean(value, path)

export const automatic_methods = shape({
  allow_redirects: oneOf('always', 'never'),
  enabled: required(boolean),
})

export const transfer_data = shape({ amount: positive, destination: required(text) })

const method = { payment_method: text, payment_method_data: method_params }

const confirmation = {
  ...method,
  allowed_payment_method_types: method_types,
  capture_method: oneOf('automatic', 'automatic_async', 'manual'),
  error_on_requires_action: boolean,
  mandate: text,
  mandate_data: anything,
  off_session,
  payment_method_options: anything,
  radar_options: anything,
  receipt_email: unsettable(text),
  return_url: text,
  setup_future_usage: future_usage,
  shipping: anything,
  use_stripe_sdk: boolean,
}

export const confirm_params = request<Stripe.PaymentIntentConfirmParams>()(shape(confirmation))

export const create_params = request<Stripe.PaymentIntentCreateParams>()(
  shape({
    ...confirmation,
    amount: required(integer),
    application_fee_amount: integer,
    automatic_payment_methods: automatic_methods,
    confirm: boolean,
    confirmation_method: oneOf('automatic', 'manual'),
    currency: required(currency),
    customer: text,
    description: text,
    metadata,
    on_behalf_of: text,
    statement_descriptor: text,
    statement_descriptor_suffix: text,
    transfer_data,
    transfer_group: text,
  }),
)

export const update_params = request<Stripe.PaymentIntentUpdateParams>()(
  shape({
    ...method,
    amount: integer,
    application_fee_amount: unsettable(integer),
    currency,
    customer: text,
    description: unsettable(text),
    metadata,
    payment_method_options: anything,
    receipt_email: unsettable(text),
    setup_future_usage: unsettable(future_usage),
    transfer_group: text,
  }),
)

export const cancel_params = request<Stripe.PaymentIntentCancelParams>()(
  shape({
    cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  }),
)

export const capture_params = request<Stripe.PaymentIntentCaptureParams>()(
  shape({
    amount_to_capture: positive,
    application_fee_amount: integer,
    final_capture: boolean,
    metadata,
    statement_descriptor: text,
    statement_descriptor_suffix: text,
  }),
)

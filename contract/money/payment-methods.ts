import { paymentInstruments, paymentMethodKinds } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, NoContent, Nullable, ReturnPath, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/**
 * A saved payment method. The card number stays with the card provider; this is only what a person needs to recognize
 * it.
 */
export const PaymentMethod = Type.Object({
  id: Id,
  kind: StringEnum(paymentMethodKinds),
  instrument: Nullable(StringEnum(paymentInstruments, { description: 'Null: it pays with earnings.' })),
  brand: Type.String({ description: 'Card brand, or the name of the bank.' }),
  last4: Nullable(Type.String()),
  exp_month: Nullable(Type.Integer()),
  exp_year: Nullable(Type.Integer()),
  billing_name: Nullable(
    Type.String({ description: 'The name of the account holder, as the payment provider has it.' }),
  ),
  is_default: Type.Boolean(),
  last_result: Nullable(
    StringEnum(['PAID', 'DECLINED'] as const, {
      description:
        'The result of the last payment with it. Null: it was not used yet. Do not preselect a declined one.',
    }),
  ),
})
export type PaymentMethod = Static<typeof PaymentMethod>

export const MAX_BILLING_NAME_LENGTH = 120

const PaymentMethodParams = Type.Object({ payment_method_id: Id })
const subject = { kind: 'payment_method', in: 'params', name: 'payment_method_id' } as const

export const listPaymentMethodsRoute = route({
  method: 'GET',
  url: '/api/v1/payment-methods',
  config: { access: ['user'], errors: [], is_secret: true },
  schema: {
    summary: 'List my payment methods: those that paid last first',
    tags: ['payments'],
    response: { 200: Type.Object({ items: Type.Array(PaymentMethod) }) },
  },
})

export const setupPaymentMethodRoute = route({
  method: 'POST',
  url: '/api/v1/payment-methods/setup',
  config: {
    access: ['user'],
    errors: ['payment_method_not_usable', 'provider_unavailable'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary: "Start to save a card or bank account on the payment provider's page",
    tags: ['payments'],
    body: StrictObject({ return_path: ReturnPath }),
    response: {
      201: Type.Object({
        url: Type.String({
          description:
            'Redirect the person to this URL. They return to `return_path` with `checkout_session_id` in its query.',
        }),
      }),
    },
  },
})

export const createPaymentMethodRoute = route({
  method: 'POST',
  url: '/api/v2/payment-methods',
  config: {
    access: ['user'],
    errors: ['not_found', 'nothing_earned', 'payment_method_not_usable', 'provider_unavailable'],
    limit: { max: 60, minutes: 60 },
  },
  schema: {
    summary:
      'Add a payment method: the one from the setup page, a card entered in the form of the payment provider, or my earnings',
    tags: ['payments'],
    body: StrictObject({
      checkout_session_id: Type.Optional(Type.String({ pattern: '^cs_[A-Za-z0-9_]{6,200}$' })),
      kind: Type.Optional(
        Type.Literal('EARNINGS_DEDUCTION', {
          description: 'Instead of a session: pay with my earnings as a host.',
        }),
      ),
      stripe_payment_method_id: Type.Optional(
        Type.String({
          pattern: '^pm_[A-Za-z0-9_]{6,200}$',
          description:
            'Instead of a session: a card that was just entered in the payment provider’s form on our page (`card_form` of the site). It pays once and is not listed.',
        }),
      ),
      saves_when_paid: Type.Optional(
        Type.Boolean({
          description:
            'Only with `stripe_payment_method_id`: keep the card and list it once it has paid. A monthly reservation needs this.',
        }),
      ),
    }),
    response: { 201: PaymentMethod },
  },
})

export const patchPaymentMethodRoute = route({
  method: 'PATCH',
  url: '/api/v2/payment-methods/:payment_method_id',
  config: {
    access: ['resource_owner'],
    errors: ['payment_method_not_usable', 'provider_unavailable'],
    subject,
    limit: { max: 60, minutes: 60 },
  },
  schema: {
    summary: 'Make a payment method the default, or change its billing name here and at the payment provider',
    tags: ['payments'],
    params: PaymentMethodParams,
    body: StrictObject({
      is_default: Type.Optional(Type.Literal(true)),
      billing_name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: MAX_BILLING_NAME_LENGTH,
          description: 'Of a card or bank account; earnings have none.',
        }),
      ),
    }),
    response: { 200: PaymentMethod },
  },
})

export const deletePaymentMethodRoute = route({
  method: 'DELETE',
  url: '/api/v2/payment-methods/:payment_method_id',
  config: { access: ['resource_owner'], errors: ['payment_method_in_use', 'provider_unavailable'], subject },
  schema: {
    summary:
      'Delete a payment method here and at the payment provider. Fails while a payment, an unpaid invoice, or a monthly reservation needs it',
    tags: ['payments'],
    params: PaymentMethodParams,
    response: { 204: NoContent },
  },
})

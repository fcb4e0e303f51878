import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createPaymentMethodRoute,
  deletePaymentMethodRoute,
  listPaymentMethodsRoute,
  MAX_BILLING_NAME_LENGTH,
  patchPaymentMethodRoute,
  setupPaymentMethodRoute,
} from '@openspot/contract/money/payment-methods.ts'
import { NO_DIGITS } from '@openspot/core/invoices/lines.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { refuse } from '../../errors.ts'
import { readName } from '../../names.ts'
import { callerOf } from '../../plugins/access.ts'
import { callProvider } from '../../stripe.ts'
import {
  deletePaymentMethod,
  findCustomer,
  findProviderMethod,
  findSavedMethod,
  hasEarnings,
  insertCustomer,
  insertEnteredCard,
  insertPaymentMethod,
  listPaymentMethods,
  makeDefault,
  setBillingName,
} from './payment-methods.sql.ts'

export const paymentMethodRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listPaymentMethodsRoute,
    handler: async (request) => ({ items: await listPaymentMethods(app.db, callerOf(request).user_id) }),
  })

  app.route({
    ...setupPaymentMethodRoute,
    handler: async (request, reply) => {
      const { user_id, email } = callerOf(request)
      const back = new URL(request.body.return_path, app.settings.public_url)
      const customer = await ask(() => customerOf(app, user_id, email))
      // The provider replaces the braces with the session's id. As a query parameter they would be escaped.
      const success = `${back}${back.search === '' ? '?' : '&'}checkout_session_id={CHECKOUT_SESSION_ID}`
      const session = await ask(() =>
        app.stripe.checkout.sessions.create({
          mode: 'setup',
          customer,
          allowed_payment_method_types: ['card', 'us_bank_account'],
          success_url: success,
          cancel_url: back.toString(),
        }),
      )
      reply.status(201)
      return { url: session.url ?? refuse('provider_unavailable') }
    },
  })

  app.route({
    ...createPaymentMethodRoute,
    handler: async (request, reply) => {
      const { user_id, email } = callerOf(request)
      const { checkout_session_id, kind, stripe_payment_method_id, saves_when_paid } = request.body
      if (stripe_payment_method_id === undefined && saves_when_paid !== undefined)
        refuse('request_invalid', {
          field: 'saves_when_paid',
          message: (t) => t('apiErrors.payments.onlyEntered'),
        })
      const given = [checkout_session_id, kind, stripe_payment_method_id]
      if (given.filter((one) => one !== undefined).length !== 1) {
        refuse('request_invalid', {
          field: 'checkout_session_id',
          message: (t) => t('apiErrors.payments.methodKind'),
        })
      }
      if (stripe_payment_method_id !== undefined) {
        reply.status(201)
        return insertEnteredCard(app.db, {
          user_id,
          stripe_payment_method_id,
          saves_when_paid: saves_when_paid === true,
          created_at: app.ports.now().toISOString(),
          ...(await readEnteredCard(app, { user_id, email }, stripe_payment_method_id)),
        })
      }
      if (checkout_session_id === undefined) {
        if (!(await hasEarnings(app.db, user_id))) refuse('nothing_earned')
        reply.status(201)
        return insertPaymentMethod(app.db, {
          user_id,
          kind: 'EARNINGS_DEDUCTION',
          brand: 'earnings',
          created_at: app.ports.now().toISOString(),
        })
      }
      const session = await ask(() =>
        app.stripe.checkout.sessions.retrieve(checkout_session_id, {
          expand: ['setup_intent', 'setup_intent.payment_method'],
        }),
      )
      // The provider knows the session's customer. A session of another user's customer is not found.
      const customer = typeof session.customer === 'string' ? session.customer : session.customer?.id
      if (customer === undefined || customer !== (await findCustomer(app.db, user_id))) refuse('not_found')
      const intent = typeof session.setup_intent === 'object' ? session.setup_intent : null
      const method = typeof intent?.payment_method === 'object' ? intent.payment_method : null
      if (intent?.status !== 'succeeded' || !method) return refuse('payment_method_not_usable')
      reply.status(201)
      return insertPaymentMethod(app.db, {
        user_id,
        stripe_payment_method_id: method.id,
        created_at: app.ports.now().toISOString(),
        ...facts(method),
      })
    },
  })

  app.route({
    ...patchPaymentMethodRoute,
    handler: async (request) => {
      const { user_id } = callerOf(request)
      const { payment_method_id } = request.params
      const { is_default, billing_name } = request.body
      if (billing_name !== undefined) {
        const name = readName(billing_name, MAX_BILLING_NAME_LENGTH, 'billing_name')
        await renameAtProvider(app, { user_id, payment_method_id }, name)
      }
      if (is_default) return makeDefault(app.db, user_id, payment_method_id)
      return findSavedMethod(app.db, user_id, payment_method_id)
    },
  })

  app.route({
    ...deletePaymentMethodRoute,
    handler: async (request, reply) => {
      const { user_id } = callerOf(request)
      const now = app.ports.now()
      const removed = await deletePaymentMethod(app.db, user_id, request.params.payment_method_id, now)
      if (removed.needed !== null) return refuse('payment_method_in_use', inUse(removed))
      const { stripe_payment_method_id: stripe_id } = removed
      // Ours is removed whatever the provider answers; without our row we can't charge it.
      if (stripe_id !== null) {
        await app.stripe.paymentMethods.detach(stripe_id).catch((error: unknown) => {
          request.log.warn({ err: error }, 'a payment method could not be detached at the provider')
        })
      }
      reply.status(204)
      return null
    },
  })
}

/** Changes the billing name at the provider and then here; the same change again does no harm. */
async function renameAtProvider(
  app: FastifyInstance,
  { user_id, payment_method_id }: { user_id: string; payment_method_id: string },
  billing_name: string,
): Promise<void> {
  const stripe_id = await findProviderMethod(app.db, user_id, payment_method_id)
  if (stripe_id === null) {
    refuse('request_invalid', {
      field: 'billing_name',
      message: (t) => t('apiErrors.payments.noBillingName'),
    })
  }
  await ask(() => app.stripe.paymentMethods.update(stripe_id, { billing_details: { name: billing_name } }))
  await setBillingName(app.db, user_id, payment_method_id, billing_name)
}

/** Reads a card that was entered in the provider's form. A payment needs the payer's customer there, so one is made. */
async function readEnteredCard(
  app: FastifyInstance,
  { user_id, email }: { user_id: string; email: string | null },
  stripe_payment_method_id: string,
) {
  await ask(() => customerOf(app, user_id, email))
  const method = await ask(() => app.stripe.paymentMethods.retrieve(stripe_payment_method_id))
  // Only a card that no one has saved yet: its ID is known only to the person who entered it.
  if (method.customer !== null || !method.card) return refuse('payment_method_not_usable')
  return facts(method)
}

const stillNeeded: Record<
  'payment_under_way' | 'unpaid_invoice' | 'monthly_reservation' | 'lot_plan',
  Message
> = {
  payment_under_way: (t) => t('apiErrors.payments.methodInProgress'),
  unpaid_invoice: (t) => t('apiErrors.payments.methodUnpaid'),
  monthly_reservation: (t) => t('apiErrors.payments.methodMonthly'),
  lot_plan: (t) => t('apiErrors.payments.methodPlan'),
}

const inUse = ({
  needed,
  reservation_id,
}: {
  needed: keyof typeof stillNeeded
  reservation_id: string | null
}) => ({
  message: stillNeeded[needed],
  details: { reason: needed, reservation_id },
})

async function customerOf(app: FastifyInstance, user_id: string, email: string | null): Promise<string> {
  const known = await findCustomer(app.db, user_id)
  if (known) return known
  const made = await app.stripe.customers.create(
    { metadata: { user_id }, ...(email ? { email } : {}) },
    { idempotencyKey: `customer:${user_id}` },
  )
  await insertCustomer(app.db, user_id, made.id, app.ports.now())
  return made.id
}

function facts(method: Stripe.PaymentMethod) {
  const billing_name = method.billing_details.name?.trim().slice(0, MAX_BILLING_NAME_LENGTH) || null
  if (method.card) {
    const { brand, last4, exp_month, exp_year, fingerprint } = method.card
    return {
      instrument: 'CARD' as const,
      billing_name,
      brand,
      last4: last4 || NO_DIGITS,
      exp_month,
      exp_year,
      fingerprint: fingerprint ?? null,
    }
  }
  if (method.us_bank_account) {
    const { bank_name, last4, fingerprint } = method.us_bank_account
    return {
      instrument: 'US_BANK_ACCOUNT' as const,
      billing_name,
      brand: bank_name ?? 'Bank account',
      last4: last4 ?? NO_DIGITS,
      fingerprint: fingerprint ?? null,
    }
  }
  return refuse('payment_method_not_usable')
}

const ask = <T>(work: () => Promise<T>) => callProvider(work, 'payment_method_not_usable')

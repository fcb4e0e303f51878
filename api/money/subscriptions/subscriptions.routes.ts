import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  acceptSubscriptionChangeRoute,
  changeSubscriptionRoute,
  getLotSubscriptionRoute,
  getReservationSubscriptionRoute,
  listSubscriptionChangesRoute,
  setSubscriptionMethodRoute,
  withdrawSubscriptionChangeRoute,
} from '@openspot/contract/money/subscriptions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { waitingPlan } from './advance-plan.ts'
import { changePlan } from './change-plan.ts'
import { changeReservation } from './change-reservation.ts'
import { acceptPrice, setMethod } from './monthly-consent.ts'
import { findPlanConsent, listUnpaidPlanBills } from './plan-bills.sql.ts'
import { chargePlan, priceToAgree, setPlanMethod } from './plan-payment.ts'
import { notifyDriver } from './reservations.sql.ts'
import { keeps, toPlanChange, toSubscription } from './subscription-responses.ts'
import {
  endChange,
  ensureLotSubscription,
  findChange,
  findReservationSubscription,
  findScheduled,
  getSubscription,
  listBills,
  listChanges,
  listPlans,
  lockSubscription,
  type SubscriptionRow,
} from './subscriptions.sql.ts'

const cursorKinds = ['instant', 'uuid'] as const

export const subscriptionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getLotSubscriptionRoute,
    handler: async (request) => {
      const { cursor, limit = 20 } = request.query
      const after = decodeCursor(cursor, cursorKinds)
      const subscription_id = await ensureLotSubscription(app.db, app.ports.now(), lotOf(request))
      const saved = await getSubscription(app.db, subscription_id)
      const isWaiting = !saved.has_begun && saved.ended_at === null
      // The job saves it later: owners who just added spots look at what they will pay.
      const state = isWaiting ? { ...saved, ...(await waitingPlan(app.db, saved)) } : saved
      const bills = await listBills(app.pool, subscription_id, after, limit, callerOf(request).user_id)
      return {
        ...(await toSubscription(app.db, state, request.granted)),
        spot_count: state.spot_count,
        takes_bookings: state.ended_at === null,
        ...(await paymentOf(app, request, state)),
        plans: await listPlans(app.db, state.currency),
        can_change: request.granted !== 'admin',
        bills: pageOf(bills, limit, (row) => [row.created_at, row.id]),
      }
    },
  })

  app.route({
    ...getReservationSubscriptionRoute,
    handler: async (request) => {
      const id =
        (await findReservationSubscription(app.db, request.params.reservation_id)) ?? refuse('not_found')
      return toSubscription(app.db, await getSubscription(app.db, id), request.granted)
    },
  })

  app.route({
    ...listSubscriptionChangesRoute,
    handler: async (request) => {
      const { state = null, cursor, limit = 20 } = request.query
      const after = decodeCursor(cursor, cursorKinds)
      const subscription = await getSubscription(app.db, request.params.subscription_id)
      const plans = await listPlans(app.db, subscription.currency)
      const rows = await listChanges(app.db, subscription.id, { state, after, limit })
      const { items, next_cursor } = pageOf(rows, limit, (row) => [row.created_at, row.id])
      return {
        items: items.map((row) => toPlanChange(subscription, plans, row, request.granted)),
        next_cursor,
      }
    },
  })

  app.route({
    ...changeSubscriptionRoute,
    handler: async (request) => {
      const { subscription_id } = request.params
      const { kind } = await getSubscription(app.db, subscription_id)
      return kind === 'LOT_PLAN'
        ? answerOfPlan(app, request, subscription_id)
        : responseOfReservation(app, request, subscription_id)
    },
  })

  app.route({
    ...setSubscriptionMethodRoute,
    handler: async (request) => {
      const { subscription_id } = request.params
      const { kind } = await getSubscription(app.db, subscription_id)
      // Owners of a lot pay its plan, not the months of its drivers.
      if (kind === 'RESERVATION' && request.granted !== 'resource_owner') {
        refuse('subscription_change_not_possible', { message: (t) => t('apiErrors.plans.methodByDriver') })
      }
      await (kind === 'LOT_PLAN'
        ? setPlanMethod(app, request, subscription_id, request.body)
        : setMethod(app, request, subscription_id, request.body.payment_method_id))
      return toSubscription(app.db, await getSubscription(app.db, subscription_id), request.granted)
    },
  })

  app.route({
    ...acceptSubscriptionChangeRoute,
    handler: async (request) => {
      const { subscription_id, change_id } = request.params
      const { payment_method_id } = request.body
      await acceptPrice(app, request, { subscription_id, change_id, payment_method_id })
      return toSubscription(app.db, await getSubscription(app.db, subscription_id), request.granted)
    },
  })

  app.route({
    ...withdrawSubscriptionChangeRoute,
    handler: async (request, reply) => {
      const { subscription_id, change_id } = request.params
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockSubscription(tx, subscription_id),
        write: async (tx, state) => {
          if (state.kind === 'LOT_PLAN' && request.granted === 'admin') refuse('forbidden')
          const change = (await findChange(tx, subscription_id, change_id)) ?? refuse('not_found')
          if (change.state !== 'SCHEDULED') refuse('subscription_change_not_waiting')
          const message = keeps(state, change, request.granted)
          if (message !== null) refuse('subscription_change_not_possible', { message })
          await endChange(tx, change, 'WITHDRAWN')
          if (state.kind === 'RESERVATION') await notifyDriver(tx, 'PRICE_KEPT', state, change_id)
          return change
        },
        audit: ({ kind }) => ({
          action: 'subscription.withdraw',
          subject_kind: 'subscription',
          subject_id: subscription_id,
          details: { change_id, kind },
        }),
        announces: [],
        view: () => null,
      })
    },
  })
}

/** Returns how a plan is paid, as one of the staff of the lot sees it. */
async function paymentOf(app: FastifyInstance, request: FastifyRequest, state: SubscriptionRow) {
  const { user_id } = callerOf(request)
  const consent = await findPlanConsent(app.db, state)
  const unpaid = await listUnpaidPlanBills(app.db, state.id, user_id)
  const agreed_month_cents = priceToAgree(state, await findScheduled(app.db, state.id), unpaid)
  const goesOn = state.ended_at === null || unpaid.length > 0
  const payment = {
    method: consent?.payment_method ?? null,
    payer_name: consent?.payer_name ?? null,
    is_mine: consent?.user_id === user_id,
    max_cents: consent?.max_cents ?? null,
    agreed_month_cents,
    can_set: request.granted === 'super_admin' && goesOn && agreed_month_cents > 0,
  }
  return { payment, unpaid }
}

type ChangeRequest = FastifyRequest<{ Body: Parameters<typeof changePlan>[3] }>

async function answerOfPlan(app: FastifyInstance, request: ChangeRequest, subscription_id: string) {
  if (request.granted === 'admin') {
    refuse('forbidden', { message: (t) => t('apiErrors.plans.byOwner') })
  }
  const { change_id, ...outcome } = await changePlan(app, request, subscription_id, request.body)
  await chargePlan(app, subscription_id)
  const state = await getSubscription(app.db, subscription_id)
  const plans = await listPlans(app.db, state.currency)
  const change = change_id === null ? null : await findChange(app.db, subscription_id, change_id)
  const ends = outcome.plan_id === null
  return {
    effective_at: outcome.effective_at,
    proration_cents: outcome.proration_cents,
    currency: state.currency,
    plan: plans.find(({ id }) => id === outcome.plan_id) ?? null,
    month_cents: ends ? null : outcome.month_cents,
    stops_bookings: ends,
    ends,
    change: change && toPlanChange(state, plans, change, request.granted),
    subscription: await toSubscription(app.db, state, request.granted),
  }
}

async function responseOfReservation(app: FastifyInstance, request: ChangeRequest, subscription_id: string) {
  const { change_id, effective_at, month_cents } = await changeReservation(
    app,
    request,
    subscription_id,
    request.body,
  )
  const state = await getSubscription(app.db, subscription_id)
  const change = change_id === null ? null : await findChange(app.db, subscription_id, change_id)
  return {
    effective_at,
    proration_cents: 0,
    currency: state.currency,
    plan: null,
    month_cents,
    stops_bookings: false,
    ends: month_cents === null,
    change: change && toPlanChange(state, [], change, request.granted),
    subscription: await toSubscription(app.db, state, request.granted),
  }
}

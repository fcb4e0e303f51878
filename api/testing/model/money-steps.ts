import {
  adjustInvoiceRoute,
  approveRefundRoute,
  listLotRefundsRoute,
  payInvoiceRoute,
  undoRefundRoute,
} from '@openspot/contract/money/adjustments.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { bill } from '../../money/billing/bill.ts'
import { sendDueRefunds } from '../../money/payments/refunds.ts'
import { secretWord } from '../../ports.ts'
import { aCard } from '../factories/people.ts'
import { payoutSteps } from './payout-steps.ts'
import { type Step, steps } from './steps.ts'
import type { World } from './world.ts'

/** Adds cards that get disputed and bank accounts that take days, with and without funds. */
export async function giveOtherWaysToPay({ api, drivers, lot }: World): Promise<void> {
  await api.deps.database.pool.query(
    'update lots set approval_limit_cents = 800, refund_undo_minutes = 5 where id = $1',
    [lot.lot_id],
  )
  for (const driver of drivers) {
    for (const card of [
      'pm_card_createDispute',
      'pm_card_createDisputeInquiry',
      'pm_usBankAccount_success',
      'pm_usBankAccount_insufficientFunds',
    ]) {
      driver.others.push(await aCard(api, driver, card))
    }
  }
}

const key = ({ api }: World) => secretWord(api.ports)

async function anInvoice(world: World) {
  const { api, random, known, admin } = world
  if (known.length === 0) return null
  const { id, driver } = random.pick(known)
  const { items } = await api.call(
    listReservationInvoicesRoute,
    { params: { reservation_id: id } },
    admin.token,
  )
  return items.length === 0 ? null : { invoice: random.pick(items), driver }
}

const adjust: Step = async (world) => {
  const { api, random, admin } = world
  const found = await anInvoice(world)
  if (!found) return
  const isRefund = random.yes(0.6)
  const body = {
    kind: isRefund ? ('REFUND' as const) : ('CORRECTION' as const),
    amount_cents: isRefund ? 1 + random.below(1500) : random.below(1200) - 600 || 1,
    reason: 'Because',
  }
  const input = { params: { invoice_id: found.invoice.id }, body, idempotency_key: key(world) }
  await api.call(adjustInvoiceRoute, input, admin.token)
}

const settleRefunds: Step = async (world) => {
  const { api, random, lot, admin, second } = world
  const by = random.yes(0.5) ? admin : second
  const { items } = await api.call(
    listLotRefundsRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    by.token,
  )
  const open = items.filter(({ can_approve, can_undo }) => can_approve || can_undo)
  if (open.length === 0) return
  const one = random.pick(open)
  const at = { params: { refund_id: one.id } }
  await api.call(one.can_approve && random.yes(0.7) ? approveRefundRoute : undoRefundRoute, at, by.token)
}

const payOpen: Step = async (world) => {
  const found = await anInvoice(world)
  if (!found) return
  const { driver, invoice } = found
  await world.api.call(
    payInvoiceRoute,
    {
      params: { invoice_id: invoice.id },
      body: { payment_method_id: world.random.yes(0.7) ? driver.cards.good : driver.cards.declining },
      idempotency_key: key(world),
    },
    driver.token,
  )
}

const answerDispute: Step = async ({ api, random }) => {
  const { stripe, database } = api.deps
  const { rows } = await database.pool.query<{ id: string }>(
    `select stripe_dispute_id as id from disputes where status = 'needs_response'`,
  )
  if (rows.length === 0) return
  const { id } = random.pick(rows)
  const said = random.yes(0.5) ? 'winning_evidence' : 'losing_evidence'
  await stripe.disputes.update(id, { evidence: { uncategorized_text: said }, submit: true }).catch(() => {})
}

const daysPass: Step = async ({ api, random }) => {
  const days = random.pick([1, 2, 5, 12])
  api.ports.advance({ days })
  await api.deps.database.pool.query(`update sessions set expires_at = expires_at + $1 * interval '1 day'`, [
    days,
  ])
  await api.standIn.settleDue()
  await releaseHolds(paymentDepsOf(api.deps))
  await bill(paymentDepsOf(api.deps))
}

const refundsAreSent: Step = async ({ api }) => {
  api.ports.advance({ minutes: 6 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
}

export const moneySteps: typeof steps = [
  ...steps.filter(([name]) => !['close', 'open', 'wait', 'take offers', 'change the car'].includes(name)),
  ['adjust', adjust, 12],
  ['approve or undo', settleRefunds, 8],
  ['pay an open invoice', payOpen, 6],
  ['answer a dispute', answerDispute, 3],
  ['days pass', daysPass, 6],
  ['refunds are sent', refundsAreSent, 5],
  ...payoutSteps,
]

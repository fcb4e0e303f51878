import { PLAN_GRACE_DAYS, PLAN_RETRY_DAYS } from '@openspot/core/billing/plan-dunning.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import { entryRows } from './ledger.ts'
import type { TownLot } from './lots.ts'
import type { MoneyRows } from './money-rows.ts'
import { type People, personCalled } from './people.ts'
import { sessionOf, tail } from './people-rows.ts'
import type { Random } from './random.ts'
import type { Times } from './span.ts'

/** A lot of the demo owner with a plan that costs something. */
const plannedLot = 'LaSalle Corner Lot'
const plan = { plan_id: 'growing', month_cents: 4900 }

interface PlanRows {
  subscriptions: Insertable<DB['subscriptions']>[]
  plan_bills: Insertable<DB['plan_bills']>[]
}

/**
 * Returns the plan of a lot with its bills. The owner paid the first one, because the lot had earned nothing yet; those after
 * it are deducted from the earnings later (complete-books.ts). The platform refunded the first one lately, and the owner's
 * bank sent the refund back.
 */
export function planRows(
  random: Random,
  lots: readonly TownLot[],
  people: People,
  times: Times,
): PlanRows & { money: MoneyRows } {
  const lot = lots.find(({ plan: { name } }) => name === plannedLot)
  if (!lot) throw new Error(`The town has no lot ${plannedLot}.`)
  const { id: lot_id, currency, time_zone } = lot.row
  const anchor = times.at(-120)
  const begins = [anchor]
  for (let month = 1; plusLocalMonths(time_zone, anchor, month) <= times.now; month++)
    begins.push(plusLocalMonths(time_zone, anchor, month))
  const until = isoOf(plusLocalMonths(time_zone, anchor, begins.length))
  const subscription_id = random.id()
  const plan_bills = begins.map((starts, at) => ({
    id: random.id(),
    lot_id,
    subscription_id,
    plan_id: plan.plan_id,
    currency,
    amount_cents: plan.month_cents,
    starts_at: isoOf(starts),
    ends_at: at + 1 < begins.length ? isoOf(begins[at + 1] ?? starts) : until,
    // The lot was created on its first morning.
    created_at: isoOf(at === 0 ? times.at(-120, 620) : starts),
  }))
  const [first] = plan_bills
  return {
    subscriptions: [
      {
        id: subscription_id,
        lot_id,
        kind: 'LOT_PLAN',
        ...plan,
        currency,
        anchor_at: isoOf(anchor),
        billed_until: until,
        created_at: isoOf(times.at(-120, 620)),
      },
    ],
    plan_bills,
    money: refundedBill(random, first, people, times),
  }
}

function refundedBill(
  random: Random,
  bill: (Insertable<DB['plan_bills']> & { id: string; lot_id: string; amount_cents: number }) | undefined,
  people: People,
  times: Times,
): MoneyRows {
  if (!bill) throw new Error('The plan has no bill.')
  const { id: plan_bill_id, lot_id, currency, amount_cents: cents, starts_at, ends_at } = bill
  const owner = personCalled(people, 'owner')
  const [id, payment_id, refund_id] = [random.id(), random.id(), random.id()]
  const paid_at = momentOf(times.at(-120, 640), 4)
  const refunded_at = momentOf(times.at(-6, 610), 30)
  return {
    invoices: [
      {
        id,
        lot_id,
        plan_bill_id,
        user_id: owner.id,
        kind: 'PLAN',
        status: 'PENDING_REFUND',
        currency,
        total_cents: cents,
        service_fee_cents: 0,
        platform_share_cents: cents,
        paid_cents: cents,
        refund_pending_cents: cents,
        payment_kind: 'STRIPE',
        period_starts_at: starts_at,
        period_ends_at: ends_at,
        retry_days: [...PLAN_RETRY_DAYS],
        grace_days: PLAN_GRACE_DAYS,
        created_at: bill.created_at,
        paid_at,
      },
    ],
    invoice_lines: [
      {
        invoice_id: id,
        lot_id,
        line_no: 1,
        kind: 'PLAN',
        quantity: 1,
        unit_cents: cents,
        amount_cents: cents,
        starts_at,
        ends_at,
      },
    ],
    payments: [
      {
        id: payment_id,
        lot_id,
        invoice_id: id,
        payment_method_id: owner.card?.id ?? null,
        status: 'SUCCEEDED',
        currency,
        amount_cents: cents,
        stripe_payment_intent_id: `pi_demo_${tail(payment_id)}`,
        stripe_charge_id: `ch_demo_${tail(payment_id)}`,
        session_id: sessionOf(owner.id),
        created_at: momentOf(times.at(-120, 640)),
        settled_at: paid_at,
      },
    ],
    refunds: [
      {
        id: refund_id,
        lot_id,
        invoice_id: id,
        payment_id,
        status: 'FAILED',
        amount_cents: cents,
        reason: 'The lot opened later than planned.',
        stripe_refund_id: `re_demo_${tail(refund_id)}`,
        failure_message: 'expired_or_canceled_card',
        requested_by_user_id: personCalled(people, 'platform').id,
        by_staff: true,
        created_at: refunded_at,
        queued_at: refunded_at,
        failed_at: momentOf(times.at(-2, 560)),
      },
    ],
    ledger_transactions: [
      {
        id: payment_id,
        lot_id,
        kind: 'PAYMENT',
        source_id: payment_id,
        invoice_id: id,
        occurred_at: paid_at,
      },
    ],
    ledger_entries: entryRows(payment_id, lot_id, currency, [
      ['PROVIDER_CLEARING', cents],
      ['PLAN_FEES', -cents],
    ]),
  }
}

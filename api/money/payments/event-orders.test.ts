import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { confirmReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { CallError } from '@openspot/contract/call.ts'
import { payFineRoute } from '@openspot/contract/operations/fine-notices.ts'
import { voidFineRoute } from '@openspot/contract/operations/fines.ts'
import { atDepth } from '@openspot/db/testing/depth.ts'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { readStripeEvent } from '../../jobs/read-stripe-event.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { workOff } from '../../jobs/worker.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLotWithFines, type LotWithFines } from '../../testing/factories/fines.ts'
import { aCard, aPerson } from '../../testing/factories/people.ts'
import { answerBank, bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { ourBooks, providerBooks } from '../../testing/model/provider-books.ts'
import { keepEvent } from '../webhooks/events.sql.ts'
import { replayEvents } from '../webhooks/replay-events.ts'
import { sendDueRefunds } from './refunds.ts'

let api: TestApi
let here: LotWithFines
let spots: string[]
beforeAll(async () => {
  api = await testApi()
  here = await aLotWithFines(api)
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    `insert into spots (lot_id, spot_no, label) select $1, n, 'E' || n from generate_series(1001, 1600) n returning id`,
    [here.lot.lot_id],
  )
  spots = rows.map(({ id }) => id)
  // Each test decides itself when an event arrives.
  api.standIn.faults.webhooks = { lose: 1 }
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  expect((await ourBooks(api.deps.database.pool)).balance).toBe(
    (await providerBooks(api.deps.stripe)).balance,
  )
  await api.close()
})

/** An invoice with its first attempt, and what can happen to it. */
interface Story {
  invoice_id: string
  steps: Record<string, () => Promise<unknown>>
}

const key = () => secretWord(api.ports)

/** What is refused in one order is no fault: the call came too late or too early. */
async function attempt(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    const isUnanswered =
      error instanceof CallError && ['payment_unsettled', 'provider_unavailable'].includes(error.body.code)
    if (!(error instanceof CallError && error.status < 500) && !isUnanswered) throw error
  }
}

async function intentsOf(invoice_id: string): Promise<string[]> {
  const { rows } = await api.deps.database.pool.query<{ intent: string }>(
    `select stripe_payment_intent_id as intent from payments
     where invoice_id = $1 and stripe_payment_intent_id is not null order by created_at, id`,
    [invoice_id],
  )
  return rows.map(({ intent }) => intent)
}

/** The newest event of the first attempt arrives, also if it has arrived before. */
async function eventArrives(intent_id: string): Promise<void> {
  const deps = paymentDepsOf(api.deps)
  const { data } = await api.deps.stripe.events.list({ limit: 30 })
  const event = data.find(
    ({ type, data: { object } }) =>
      type.startsWith('payment_intent.') && (object as Stripe.PaymentIntent).id === intent_id,
  )
  if (!event) throw new Error(`Nothing is known of ${intent_id}.`)
  await keepEvent(deps.pool, deps.ports.now(), event)
  await deps.pool.query('update webhook_events set processed_at = null where id = $1', [event.id])
  await readStripeEvent(deps, event.id)
}

async function refundsAreSent(): Promise<void> {
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await workOff(api.deps)
}

async function holdExpires(): Promise<void> {
  api.ports.advance({ minutes: 31 })
  await releaseHolds(paymentDepsOf(api.deps))
}

async function aBooking(card: string) {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, card)
  const { reservation, next_action } = await bookAs(api, driver, {
    ...twoHours(api, 24 * 20),
    spot_id: spots.pop() ?? '',
    payment_method_id,
  })
  const params = { reservation_id: reservation.id }
  const invoice_id = reservation.invoice_id ?? ''
  const [intent = ''] = await intentsOf(invoice_id)
  const cancel = async () => {
    const { refund_cents } = await api.call(getCancellationRoute, { params }, driver.token)
    await api.call(cancelReservationRoute, { params, body: { refund_cents } }, driver.token)
  }
  return { driver, params, invoice_id, intent, cancel, url: next_action?.url ?? '' }
}

/** The bank asks the payer, who leaves its page, and comes back to it after the hold expired or another card paid. */
async function bankAsks(): Promise<Story> {
  const { driver, params, invoice_id, intent, cancel, url } = await aBooking('pm_card_threeDSecure2Required')
  const other = await aCard(api, driver)
  return {
    invoice_id,
    steps: {
      'the payer passes the bank’s check': () => answerBank(url, 'complete'),
      'the event arrives': () => eventArrives(intent),
      'the event arrives again': () => eventArrives(intent),
      'another card pays': () =>
        api.call(
          confirmReservationRoute,
          { params, body: { payment_method_id: other }, idempotency_key: key() },
          driver.token,
        ),
      'the hold expires': holdExpires,
      'the driver cancels': cancel,
    },
  }
}

/** A bank debit is decided days after the reservation has become active, or has been canceled. */
const bankDecides = (account: string) => async (): Promise<Story> => {
  const { invoice_id, intent, cancel } = await aBooking(account)
  return {
    invoice_id,
    steps: {
      'the bank decides': async () => {
        api.ports.advance({ days: 6 })
        await api.standIn.settleDue()
      },
      'the event arrives': () => eventArrives(intent),
      'the event arrives again': () => eventArrives(intent),
      'the driver cancels': cancel,
      'refunds are sent': refundsAreSent,
    },
  }
}

/** The provider takes a failed attempt at a fine after all, which others pay, refund, or void meanwhile. */
async function attemptIsTaken(): Promise<Story> {
  const plate = `E ${spots.length}`
  spots.pop()
  const fine = await here.aFine({ plate })
  const payer = await aPerson(api)
  const pay = (payment_method_id: string) =>
    api.call(
      payFineRoute,
      { params: { fine_code: fine.code }, body: { payment_method_id }, idempotency_key: key() },
      payer.token,
    )
  await attempt(async () => pay(await aCard(api, payer, 'pm_card_chargeCustomerFail')))
  const good = await aCard(api, payer)
  const { rows } = await api.deps.database.pool.query<{ id: string; method: string }>(
    `select i.id, m.stripe_payment_method_id as method from invoices i, payment_methods m where i.fine_id = $1 and m.id = $2`,
    [fine.id, good],
  )
  const { id: invoice_id = '', method: payment_method = '' } = rows[0] ?? {}
  const [intent = ''] = await intentsOf(invoice_id)
  return {
    invoice_id,
    steps: {
      'the provider takes it': () =>
        api.deps.stripe.paymentIntents.confirm(intent, { payment_method, off_session: true }),
      'the event arrives': () => eventArrives(intent),
      'the event arrives again': () => eventArrives(intent),
      'another card pays': () => pay(good),
      'it is voided': () => voidFine(fine.id),
      'refunds are sent': refundsAreSent,
    },
  }
}

const voidFine = (fine_id: string) =>
  api.call(
    voidFineRoute,
    { params: { fine_id }, body: { note: 'Wrong vehicle' }, idempotency_key: key() },
    here.admin.token,
  )

/** Every order of some steps. The second arrival of the event is like the first, so only one order of the two is needed. */
function ordersOf(steps: readonly string[]): string[][] {
  if (steps.length <= 1) return [[...steps]]
  return steps
    .flatMap((first) => ordersOf(steps.filter((step) => step !== first)).map((rest) => [first, ...rest]))
    .filter((order) => {
      const again = order.indexOf('the event arrives again')
      return again < 0 || order.indexOf('the event arrives') < again
    })
}

/** Four of them, spread over all, in `npm test`; every one in `npm run test:full`. */
function atDepthOf(orders: string[][]): string[][] {
  const every = Math.max(1, atDepth(Math.floor(orders.length / 4), 1))
  return orders.filter((_, at) => at % every === Math.floor(every / 2))
}

/** All events arrive, jobs run, banks decide, and holds expire. */
async function calm(since: Date): Promise<void> {
  const deps = paymentDepsOf(api.deps)
  for (let round = 0; round < 2; round++) {
    api.ports.advance({ days: 6 })
    await api.standIn.settleDue()
    await replayEvents(deps, since)
    await releaseHolds(deps)
    await refundsAreSent()
  }
}

/** What the provider has of an invoice: what was paid, less what was returned. */
async function providerHas(invoice_id: string): Promise<number> {
  let cents = 0
  for (const payment_intent of await intentsOf(invoice_id)) {
    const { data } = await api.deps.stripe.charges.list({ payment_intent, limit: 100 })
    for (const { amount_captured, amount_refunded, status } of data)
      if (status === 'succeeded') cents += amount_captured - amount_refunded
  }
  return cents
}

const arrivals = ['the event arrives', 'the event arrives again']
const debit = ['the bank decides', ...arrivals]
const late = ['the provider takes it', ...arrivals, 'another card pays']
const asked = ['the payer passes the bank’s check', ...arrivals, 'another card pays']

const table: [string, () => Promise<Story>, string[][], boolean][] = [
  [
    'a card whose bank asks the payer',
    bankAsks,
    [
      [...asked, 'the hold expires'],
      [...asked, 'the driver cancels'],
    ],
    true,
  ],
  [
    'a bank debit that succeeds',
    bankDecides('pm_usBankAccount_success'),
    [debit, [...debit, 'the driver cancels', 'refunds are sent']],
    true,
  ],
  [
    'a bank debit that fails',
    bankDecides('pm_usBankAccount_insufficientFunds'),
    [debit, [...debit, 'the driver cancels']],
    false,
  ],
  [
    'a failed attempt at a fine that is taken after all',
    attemptIsTaken,
    [late, [...late, 'it is voided'], [...late, 'it is voided', 'refunds are sent']],
    true,
  ],
]
test.each(table)(
  '%s: in whatever order events and calls arrive, our books are those of the provider and nothing is kept twice',
  async (_what, begin, sets, isKept) => {
    const taken = new Set<number>()
    for (const order of sets.flatMap((steps) => atDepthOf(ordersOf(steps)))) {
      await api.deps.database.pool.query(
        `update sessions set expires_at = $1::timestamptz + interval '30 days'`,
        [api.ports.now().toISOString()],
      )
      const since = api.ports.now()
      const story = await begin()
      for (const step of order) {
        const run = story.steps[step]
        if (!run) throw new Error(`Nobody can do this: ${step}`)
        await attempt(run)
      }
      await calm(since)
      const has = await providerHas(story.invoice_id)
      const { rows } = await api.deps.database.pool.query<{ ours: number; total: number }>(
        `select i.total_cents as total, coalesce((select sum(e.amount_cents) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
           where t.invoice_id = i.id and e.account = 'PROVIDER_CLEARING'), 0)::int as ours
         from invoices i where i.id = $1`,
        [story.invoice_id],
      )
      const [{ ours, total } = { ours: -1, total: -1 }] = rows
      expect([order, ours]).toEqual([order, has])
      expect([order, has <= total]).toEqual([order, true])
      taken.add(has)
    }
    // Otherwise the orders make no difference, and this test has tested little.
    expect(taken.size).toBe(isKept ? 2 : 1)
  },
  900_000,
)

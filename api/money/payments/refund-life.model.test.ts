import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { CallError } from '@openspot/contract/call.ts'
import {
  adjustInvoiceRoute,
  approveRefundRoute,
  getAdminInvoiceRoute,
  recordRefundPaidBackRoute,
  sendRefundAgainRoute,
  undoRefundRoute,
} from '@openspot/contract/money/adjustments.ts'
import { atDepth } from '@openspot/db/testing/depth.ts'
import type { CallFault } from '@openspot/stripe-stand-in/state/faults.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { workOff } from '../../jobs/worker.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { ourBooks, providerBooks } from '../../testing/model/provider-books.ts'
import { replayEvents } from '../webhooks/replay-events.ts'
import { sendDueRefunds } from './refunds.ts'
import { syncBankPayments } from './sync-bank-payments.ts'

const cards = ['pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail'] as const
const faults = ['reset', 'reset_after_success', 'error_500', 'error_500_after_success', 'error_429'] as const

/** The bank sends a refund back, or staff do something about one that it sent back. */
interface Failure {
  do: 'send again' | 'pay back' | 'send back'
  nth: number
}
type Command =
  | { do: 'refund'; percent: number }
  | { do: 'cancel' | 'dispute' | 'jobs' | 'retry' | 'webhooks' | 'poll' }
  | { do: 'approve' | 'undo'; nth: number }
  | Failure
  | { do: 'provider'; fault: CallFault | null }
  | { do: 'events'; are: 'as they come' | 'late' | 'lost' | 'twice and mixed' }
  | { do: 'close dispute'; wins: boolean }
  | { do: 'wait'; minutes: number }

const nth = fc.nat({ max: 3 })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('refund'), percent: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo'), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('approve'), nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('send again', 'pay back', 'send back'), nth }) },
  { weight: 2, arbitrary: fc.constant({ do: 'cancel' }) },
  { weight: 4, arbitrary: fc.constant({ do: 'jobs' }) },
  { weight: 2, arbitrary: fc.constant({ do: 'retry' }) },
  { weight: 2, arbitrary: fc.constant({ do: 'webhooks' }) },
  { weight: 1, arbitrary: fc.constant({ do: 'poll' }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(3, 11, 2 * 1440, 6 * 1440) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('provider'), fault: fc.constantFrom(null, ...faults) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('events'),
      are: fc.constantFrom('as they come', 'late', 'lost', 'twice and mixed'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'dispute' }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close dispute'), wins: fc.boolean() }) },
)

const some = fc.array(command, { minLength: 2, maxLength: 8 })
const ending = fc.constantFrom(null, 'send again', 'pay back')

const sent: Command[] = [{ do: 'wait', minutes: 11 }, { do: 'jobs' }, { do: 'webhooks' }]
/**
 * What every run tries: a bank that sends a refund back, an approval, undoing while the provider is down, and
 * an answer that is lost for longer than the provider knows the call.
 */
const examples: [(typeof cards)[number], Command[], Command[], Failure['do'] | null][] = [
  ['pm_card_refundFail', sent, [], 'send again'],
  ['pm_card_refundFail', sent, [], 'pay back'],
  ['pm_card_refundFail', sent, [{ do: 'dispute' }, { do: 'webhooks' }], 'send again'],
  [
    'pm_card_visa',
    [
      { do: 'refund', percent: 90 },
      { do: 'approve', nth: 1 },
      { do: 'undo', nth: 0 },
    ],
    sent,
    null,
  ],
  [
    'pm_card_visa',
    [
      { do: 'provider', fault: 'error_500' },
      { do: 'cancel' },
      { do: 'jobs' },
      { do: 'undo', nth: 0 },
      { do: 'undo', nth: 1 },
    ],
    [],
    null,
  ],
  [
    'pm_card_visa',
    [
      { do: 'events', are: 'lost' },
      { do: 'provider', fault: 'reset_after_success' },
      { do: 'wait', minutes: 11 },
      { do: 'jobs' },
    ],
    [{ do: 'provider', fault: null }, { do: 'retry' }],
    null,
  ],
]

let api: TestApi
let lot: TestLot
let admins: [Person, Person]
let taken = 0
const payers = new Map<string, Person & { payment_method_id: string }>()
/** Everything that happened in any run, so that a model that does nothing is noticed. */
const seen = new Set<string>()

beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, { approval_limit_cents: 500, refund_undo_minutes: 10 }, 500)
  admins = [await aMember(api, lot.lot_id, 'ADMIN'), await aMember(api, lot.lot_id, 'ADMIN')]
  for (const card of cards) {
    const driver = await aPerson(api)
    payers.set(card, { ...driver, payment_method_id: await aCard(api, driver, card) })
  }
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  expect(await ourBooks(api.deps.database.pool)).toEqual(await providerBooks(api.deps.stripe))
  await api.close()
})

interface Life {
  driver: Person
  reservation_id: string
  invoice_id: string
  charge_id: string
  began_at: Date
}

async function aPayment(card: string): Promise<Life> {
  const began_at = api.ports.now()
  const driver = payers.get(card)
  if (!driver) throw new Error(`Nobody has ${card}.`)
  const spot_id = lot.spot_ids[taken++] ?? ''
  const { payment_method_id } = driver
  const { reservation } = await bookAs(api, driver, {
    ...twoHours(api, 40 * 24),
    spot_id,
    payment_method_id,
  })
  const { rows } = await api.deps.database.pool.query<{ charge_id: string }>(
    'select stripe_charge_id as charge_id from payments where invoice_id = $1',
    [reservation.invoice_id],
  )
  return {
    driver,
    reservation_id: reservation.id,
    invoice_id: reservation.invoice_id ?? '',
    charge_id: rows[0]?.charge_id ?? '',
    began_at,
  }
}

interface KnownRefund {
  id: string
  status: string
  amount_cents: number
  stripe_refund_id: string | null
  resolution: string | null
}

async function refundsOf({ invoice_id }: Life): Promise<KnownRefund[]> {
  const { rows } = await api.deps.database.pool.query<KnownRefund>(
    'select id, status::text, amount_cents, stripe_refund_id, resolution from refunds where invoice_id = $1 order by created_at, id',
    [invoice_id],
  )
  return rows
}

/** Runs a call that may be refused; what the provider left unanswered counts as that. */
async function attempt(name: string, call: Promise<unknown>): Promise<void> {
  try {
    await call
    seen.add(name)
  } catch (error) {
    const isRefusal =
      error instanceof CallError &&
      (error.status < 500 || ['payment_unsettled', 'provider_unavailable'].includes(error.body.code))
    if (!isRefusal) throw error
    seen.add(`${name}: ${error.body.code}`)
  }
}

async function wait(minutes: number): Promise<void> {
  api.ports.advance({ minutes })
  await api.deps.database.pool.query(
    `update sessions set expires_at = expires_at + $1 * interval '1 minute'`,
    [minutes],
  )
  await api.standIn.settleDue()
}

async function retryJobs(): Promise<void> {
  await api.deps.database.pool.query('update graphile_worker._private_jobs set run_at = now(), attempts = 0')
  await workOff(api.deps)
}

async function run(life: Life, command: Command): Promise<void> {
  const deps = paymentDepsOf(api.deps)
  const [admin, second] = admins
  switch (command.do) {
    case 'refund': {
      const params = { invoice_id: life.invoice_id }
      const { refundable_cents } = await api.call(getAdminInvoiceRoute, { params }, admin.token)
      const amount_cents = Math.max(1, Math.floor((refundable_cents * command.percent) / 100))
      const body = { kind: 'REFUND' as const, amount_cents, reason: 'Sorry' }
      const idempotency_key = secretWord(api.ports)
      return attempt('refund', api.call(adjustInvoiceRoute, { params, body, idempotency_key }, admin.token))
    }
    case 'approve':
    case 'undo': {
      const all = await refundsOf(life)
      const waiting = all.filter(({ status }) => status === 'AWAITING_APPROVAL')
      const refunds = waiting.length > 0 && command.do === 'approve' ? waiting : all
      const one = refunds[command.nth % Math.max(refunds.length, 1)]
      if (!one) return
      const [route, by] = command.do === 'undo' ? [undoRefundRoute, admin] : [approveRefundRoute, second]
      return attempt(command.do, api.call(route, { params: { refund_id: one.id } }, by.token))
    }
    case 'send again':
    case 'pay back':
    case 'send back':
      return settleFailed(life, command)
    case 'cancel':
      return attempt('cancel', cancel(life))
    case 'dispute':
      if (!(await mayDispute(life))) return
      await api.standIn.dispute(life.charge_id)
      return void seen.add('dispute')
    case 'close dispute':
      return closeDispute(life, command.wins)
    case 'provider': {
      const { webhooks } = api.standIn.faults
      api.standIn.faults.clear()
      api.standIn.faults.webhooks = webhooks
      if (command.fault) api.standIn.faults.add({ call: /^POST .*refunds$/, fault: command.fault })
      return
    }
    case 'events':
      api.standIn.faults.webhooks = {
        'as they come': {},
        late: { delay: { rate: 1, seconds: 86_400 } },
        lost: { lose: 1 },
        'twice and mixed': { double: { rate: 1, copies: 2 }, reorder: 1 },
      }[command.are]
      return
    case 'wait':
      return wait(command.minutes)
    case 'jobs':
      await sendDueRefunds(deps)
      return workOff(api.deps)
    case 'retry':
      return retryJobs()
    case 'webhooks':
      return api.runJobs()
    case 'poll':
      return syncBankPayments(deps)
  }
}

async function settleFailed(life: Life, command: Failure): Promise<void> {
  const all = await refundsOf(life)
  const failed = all.filter(({ status, resolution }) => status === 'FAILED' && resolution === null)
  const refunds = failed.length > 0 && command.do !== 'send back' ? failed : all
  const one = refunds[command.nth % Math.max(refunds.length, 1)]
  if (!one) return
  const params = { refund_id: one.id }
  if (command.do === 'send again')
    return attempt(command.do, api.call(sendRefundAgainRoute, { params }, admins[0].token))
  if (command.do === 'pay back')
    return attempt(
      command.do,
      api.call(recordRefundPaidBackRoute, { params, body: { note: 'In cash' } }, admins[1].token),
    )
  if (one.stripe_refund_id !== null && one.status === 'PENDING')
    await api.standIn.sendBack(one.stripe_refund_id)
}

async function cancel({ driver, reservation_id }: Life): Promise<void> {
  const params = { reservation_id }
  const { refund_cents } = await api.call(getCancellationRoute, { params }, driver.token)
  await api.call(cancelReservationRoute, { params, body: { refund_cents } }, driver.token)
}

/** A payment is disputed once, and not if it was refunded in full. */
async function mayDispute({ charge_id }: Life): Promise<boolean> {
  const { disputed, refunded } = await api.deps.stripe.charges.retrieve(charge_id)
  return !disputed && !refunded
}

async function closeDispute({ charge_id }: Life, wins: boolean): Promise<void> {
  const { stripe } = api.deps
  const { data } = await stripe.disputes.list({ charge: charge_id, limit: 10 })
  const open = data.find(({ status }) => status === 'needs_response')
  if (!open) return
  const uncategorized_text = wins ? 'winning_evidence' : 'losing_evidence'
  await stripe.disputes.update(open.id, { evidence: { uncategorized_text }, submit: true })
  seen.add(wins ? 'dispute won' : 'dispute lost')
}

/** The provider answers again, every event arrives, and every job runs. */
async function calm({ began_at }: Life): Promise<void> {
  const deps = paymentDepsOf(api.deps)
  api.standIn.faults.clear()
  for (const minutes of [6 * 1440, 6 * 1440]) {
    await wait(minutes)
    await api.standIn.deliverDueWebhooks()
    await replayEvents(deps, began_at)
    await sendDueRefunds(deps)
    await retryJobs()
  }
}

async function checkLife(life: Life): Promise<void> {
  const { stripe, database } = api.deps
  const refunds = await refundsOf(life)
  for (const { status, resolution } of refunds) seen.add(resolution ?? status)
  const charge = await stripe.charges.retrieve(life.charge_id)
  const { data: made } = await stripe.refunds.list({ charge: life.charge_id, limit: 100 })
  const { data: disputes } = await stripe.disputes.list({ charge: life.charge_id, limit: 10 })
  const statusOf = new Map(refunds.map(({ id, status }) => [id, status]))
  const provided = made.map(({ metadata, status }) => ({ id: metadata?.['refund_id'] ?? '', status }))
  expect(new Set(provided.map(({ id }) => id)).size, 'each refund is made once').toBe(made.length)
  expect(
    provided.filter(({ id, status }) => statusOf.get(id) !== (status === 'failed' ? 'FAILED' : 'SUCCEEDED')),
    'what the provider has is what we have of it',
  ).toEqual([])
  const kept = refunds.filter(
    ({ status, resolution }) =>
      status !== 'UNDONE' && resolution !== 'SENT_AGAIN' && resolution !== 'DISPUTED',
  )
  const promised = kept.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  expect(promised, 'what is promised was paid').toBeLessThanOrEqual(charge.amount)
  const withdrawn = disputes
    .flatMap(({ balance_transactions }) => balance_transactions)
    .reduce((sum, { amount }) => sum + amount, 0)
  const { rows } = await database.pool.query<{ cents: number }>(
    `select sum(e.amount_cents)::int as cents from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
     where t.invoice_id = $1 and e.account = 'PROVIDER_CLEARING'`,
    [life.invoice_id],
  )
  expect(rows[0]?.cents, 'our books are those of the provider').toBe(
    charge.amount - charge.amount_refunded + withdrawn,
  )
}

test('whatever happens to a refund: what the provider has is never undone or made twice, at most what was paid is returned, and both books agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...cards), some, some, ending, async (card, soon, later, last) => {
      const life = await aPayment(card)
      await run(life, { do: 'refund', percent: 50 })
      for (const one of soon) await run(life, one)
      // What the bank does not take comes back after a day.
      await wait(2 * 1440)
      await api.runJobs()
      for (const one of later) await run(life, one)
      if (last !== null) await run(life, { do: last, nth: 0 })
      await calm(life)
      await checkLife(life)
    }),
    { numRuns: atDepth(14, 300), seed: 37, examples, interruptAfterTimeLimit: 600_000 },
  )
  for (const happened of [
    'refund',
    'undo',
    'undo: refund_not_waiting',
    'approve',
    'cancel',
    'dispute',
    'SUCCEEDED',
    'UNDONE',
    'SENT_AGAIN',
    'PAID_BACK',
  ])
    expect([...seen].sort(), 'the model reaches it').toContain(happened)
}, 900_000)

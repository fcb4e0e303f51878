import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { changeByStaffRoute, previewStaffChangeRoute } from '@openspot/contract/booking/staff-changes.ts'
import { CallError } from '@openspot/contract/call.ts'
import { adjustInvoiceRoute, payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { withdrawBillRoute } from '@openspot/contract/money/bills.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { modelRuns } from '../../testing/environment.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { type Random, randomFrom } from '../../testing/model/random.ts'

// Longer runs have a command of their own: see docs/measurements.md.
const { seeds, first } = modelRuns()
const length = 16
const hour = 3_600_000
/** The price of each hour. The lot has no other price for up to 5 hours, and the fee is the same for all of them. */
const HOUR_CENTS = 400
const FEE_CENTS = 99

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

interface Case {
  random: Random
  admin: Person
  driver: Person
  card: string
  id: string
}

const key = () => secretWord(api.ports)
const params = ({ id }: Case) => ({ reservation_id: id })
const look = (one: Case) => api.call(getReservationRoute, { params: params(one) }, one.driver.token)

/** An end that leaves 1 to 5 hours, longer or shorter than now. */
async function anotherEnd(one: Case, isLonger: boolean): Promise<string | null> {
  const { starts_at, ends_at } = await look(one)
  const now = Math.round((Date.parse(ends_at ?? '') - Date.parse(starts_at)) / hour)
  // What has passed can't be given up.
  const least = Math.max(1, Math.ceil((api.ports.now().getTime() - Date.parse(starts_at)) / hour) + 1)
  const hours = [1, 2, 3, 4, 5].filter((n) => (isLonger ? n > now : n < now && n >= least))
  return hours.length === 0
    ? null
    : new Date(Date.parse(starts_at) + one.random.pick(hours) * hour).toISOString()
}

const byStaff = (isLonger: boolean, is_billed: boolean) => async (one: Case) => {
  const ends_at = await anotherEnd(one, isLonger)
  if (ends_at === null) return
  const preview = await api.call(
    previewStaffChangeRoute,
    { params: params(one), query: { ends_at } },
    one.admin.token,
  )
  const { version, difference_cents } = preview
  const body = { version, difference_cents, ends_at, is_billed }
  await api.call(changeByStaffRoute, { params: params(one), body, idempotency_key: key() }, one.admin.token)
}

const byDriver = (isLonger: boolean) => async (one: Case) => {
  const ends_at = await anotherEnd(one, isLonger)
  if (ends_at === null) return
  const { difference_cents } = await api.call(
    previewChangeRoute,
    { params: params(one), query: { ends_at } },
    one.driver.token,
  )
  const body = { ...params(one), ends_at, difference_cents, payment_method_id: one.card }
  await api.call(editReservationRoute, { body, idempotency_key: key() }, one.driver.token)
}

async function aBill(one: Case): Promise<{ id: string; total_cents: number } | undefined> {
  const { rows } = await api.deps.database.pool.query<{ id: string; total_cents: number }>(
    `select id, total_cents from invoices where reservation_id = $1 and change_cents is not null and status in ('PENDING', 'FAILED')`,
    [one.id],
  )
  return rows.length === 0 ? undefined : one.random.pick(rows)
}

const pays = async (one: Case) => {
  const bill = await aBill(one)
  if (!bill) return
  const order = {
    params: { invoice_id: bill.id },
    body: { payment_method_id: one.card },
    idempotency_key: key(),
  }
  await api.call(payInvoiceRoute, order, one.driver.token)
}

const withdraws = async (one: Case) => {
  const bill = await aBill(one)
  if (bill) await api.call(withdrawBillRoute, { params: { invoice_id: bill.id } }, one.admin.token)
}

const lowers = async (one: Case) => {
  const bill = await aBill(one)
  if (!bill) return
  const body = {
    kind: 'CORRECTION' as const,
    amount_cents: -Math.min(150, bill.total_cents),
    reason: 'Sorry',
  }
  const order = { params: { invoice_id: bill.id }, body, idempotency_key: key() }
  await api.call(adjustInvoiceRoute, order, one.admin.token)
}

const steps: [name: string, run: (one: Case) => Promise<void>][] = [
  ['staff extends', byStaff(true, true)],
  ['staff extends', byStaff(true, true)],
  ['staff extends for free', byStaff(true, false)],
  ['staff shortens', byStaff(false, true)],
  ['driver shortens', byDriver(false)],
  ['driver shortens', byDriver(false)],
  ['driver extends', byDriver(true)],
  ['driver pays a bill', pays],
  ['staff withdraws a bill', withdraws],
  ['staff lowers a bill', lowers],
]

interface Money {
  /** Paid and not refunded. */
  paid: number
  /** Open bills. */
  owed: number
  /** What staff added and nobody was asked to pay. */
  free: number
  price: number
  total_cents: number
}

async function moneyOf(one: Case): Promise<Money> {
  const { rows } = await api.deps.database.pool.query<Money>(
    `select (extract(epoch from r.ends_at - r.starts_at) / 3600 * ${HOUR_CENTS} + ${FEE_CENTS})::int as price, r.total_cents, i.*
     from reservations r cross join lateral (
       select sum(i.paid_cents - i.refunded_cents - i.refund_pending_cents)::int as paid,
         coalesce(sum(i.total_cents) filter (where i.status in ('PENDING', 'FAILED')), 0)::int as owed,
         coalesce(sum(i.change_cents - case when i.status = 'CANCELED' then 0 else i.total_cents end)
           filter (where i.status in ('PENDING', 'FAILED', 'CANCELED')), 0)::int as free
       from invoices i where i.reservation_id = r.id) i
     where r.id = $1`,
    [one.id],
  )
  if (!rows[0]) throw new Error('the reservation is gone')
  return rows[0]
}

async function aCase(random: Random, gives_back_rest: boolean): Promise<Case> {
  const lot = await aLot(api, { hour_cents: HOUR_CENTS, service_fee_cents: FEE_CENTS, gives_back_rest }, 1)
  const driver = await aPerson(api)
  const card = await aCard(api, driver)
  const [spot_id = ''] = lot.spot_ids
  const { reservation } = await bookAs(api, driver, { spot_id, payment_method_id: card, ...twoHours(api) })
  return { random, driver, card, id: reservation.id, admin: await aMember(api, lot.lot_id, 'ADMIN') }
}

const seen = new Set<string>()

/** Runs a random sequence and checks the money after each step. */
async function live(one: Case, check: (money: Money) => void, steps_: typeof steps): Promise<void> {
  const story: string[] = []
  for (let turn = 0; turn < length; turn++) {
    const [name, run] = one.random.pick(steps_)
    const before = story.length
    try {
      await run(one)
      story.push(name)
      seen.add(name)
    } catch (error) {
      if (!(error instanceof CallError) || error.status >= 500) throw error
      story.push(`${name}: ${error.body.code}`)
    }
    if (story.length === before) continue
    const money = await moneyOf(one)
    expect(money.total_cents, story.join('\n')).toBe(money.paid + money.owed)
    try {
      check(money)
    } catch (error) {
      throw new Error(`${story.join('\n')}\n${JSON.stringify(money)}`, { cause: error })
    }
  }
  expect(await brokenInvariants(api.deps.database.pool), story.join('\n')).toEqual({})
}

const each = Array.from({ length: seeds }, (_, at) => first + at)

test.each(each)(
  'what is paid, billed, and given for free is always the price of the reservation, and canceling leaves nothing (seed %i)',
  async (seed) => {
    const one = await aCase(randomFrom(seed), true)
    await live(one, ({ paid, owed, free, price }) => expect(paid + owed + free).toBe(price), steps)
    const { refund_cents } = await api.call(getCancellationRoute, { params: params(one) }, one.driver.token)
    const { paid } = await moneyOf(one)
    expect(refund_cents).toBe(paid)
    await api.call(cancelReservationRoute, { params: params(one), body: { refund_cents } }, one.driver.token)
    expect(await moneyOf(one)).toMatchObject({ paid: 0, owed: 0, free: 0 })
    expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  },
  180_000,
)

test.each(each)(
  'after the deadline, a lot that gives nothing back never has less than the price of what is left (seed %i)',
  async (seed) => {
    const one = await aCase(randomFrom(seed + 1000), false)
    api.ports.advance({ minutes: 100 })
    await live(
      one,
      ({ paid, owed, free, price }) => expect(paid + owed + free).toBeGreaterThanOrEqual(price),
      steps,
    )
  },
  180_000,
)

fullTest('every kind of step was made at least once', () => {
  expect([...new Set(steps.map(([name]) => name))].filter((name) => !seen.has(name))).toEqual([])
})

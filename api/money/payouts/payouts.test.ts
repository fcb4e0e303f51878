import { setUpLotAccountRoute } from '@openspot/contract/money/accounts.ts'
import { getLotEarningsRoute } from '@openspot/contract/money/earnings.ts'
import {
  getPayoutRoute,
  listLotPayoutsRoute,
  listMyPayoutsRoute,
  retryPayoutRoute,
} from '@openspot/contract/money/payouts.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { workOff } from '../../jobs/worker.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import {
  aHost,
  aHostAccount,
  aLotAccount,
  aPaidReservation,
  banks,
  payDays,
} from '../../testing/factories/payouts.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { payOut } from './pay-out.ts'
import { readBankPayout } from './send-payout.ts'

let api: TestApi
let lot: TestLot
let owner: Person

beforeAll(async () => {
  api = await testApi({ LOG_LEVEL: 'error' })
})
afterAll(() => api.close())
afterEach(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})
beforeEach(async () => {
  lot = await aLot(api)
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
})

/** Two hours at $4.00, less the service fee and the platform's tenth. */
const earned = 720
const spot = (at = 0) => lot.spot_ids[at] ?? ''
const ofLot = () => ({ params: { lot_id: lot.lot_id }, query: {} })
const payouts = async () => (await api.call(listLotPayoutsRoute, ofLot(), owner.token)).items
const balance = async () => (await api.call(getLotEarningsRoute, ofLot(), owner.token)).balances[0]
const available = async (account: string) =>
  (await api.deps.stripe.balance.retrieve({}, { stripeAccount: account })).available[0]?.amount ?? 0
const accountOf = async (payout_id: string) =>
  (
    await api.deps.database.pool.query<{ stripe_account_id: string }>(
      'select stripe_account_id from payouts where id = $1',
      [payout_id],
    )
  ).rows[0]?.stripe_account_id ?? ''

test('pays a reservation’s earnings to the bank once, after the two-day delay', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const { reservation } = await aPaidReservation(api, { spot_id: spot() })
  expect(await balance()).toMatchObject({
    not_due_cents: earned,
    due_cents: 0,
    next_payout: { amount_cents: earned },
  })
  await payDays(api, 2)
  expect(await payouts()).toEqual([])
  await payDays(api, 1)
  const [payout] = await payouts()
  expect(payout).toMatchObject({
    status: 'SENT',
    amount_cents: earned,
    currency: 'USD',
    bank: { last4: '6789' },
  })
  expect(await balance()).toMatchObject({
    not_due_cents: 0,
    due_cents: 0,
    under_way_cents: earned,
    paid_out_cents: 0,
  })
  await payDays(api, 3)
  expect(await payouts()).toMatchObject([{ id: payout?.id, status: 'PAID', paid_at: expect.any(String) }])
  expect(await balance()).toMatchObject({ under_way_cents: 0, paid_out_cents: earned })
  const detail = await api.call(
    getPayoutRoute,
    { params: { payout_id: payout?.id ?? '' }, query: {} },
    owner.token,
  )
  expect(detail.lines).toEqual({
    items: [
      expect.objectContaining({
        source_kind: 'INVOICE',
        amount_cents: earned,
        reservation: {
          id: reservation.id,
          spot_label: 'A1',
          starts_at: reservation.starts_at,
          ends_at: reservation.ends_at,
        },
      }),
    ],
    next_cursor: null,
  })
})

test('holds the payout of a lot without a complete account and pays everything due once it has one', async () => {
  await aPaidReservation(api, { spot_id: spot() })
  await payDays(api, 5)
  expect(await balance()).toMatchObject({ due_cents: earned, hindered_by: 'NO_ACCOUNT', next_payout: null })
  const again = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await aLotAccount(api, lot.lot_id, again, { given: 'some' })
  await payDays(api, 1)
  expect(await payouts()).toEqual([])
  expect(await balance()).toMatchObject({ hindered_by: 'ACCOUNT_INCOMPLETE' })
  const later = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await aLotAccount(api, lot.lot_id, later)
  await payDays(api, 1)
  expect(await payouts()).toMatchObject([{ amount_cents: earned }])
})

test('holds the earnings of a lot that the platform does not trust yet and reports LOT_NOT_TRUSTED', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const trust = (level: string) =>
    api.deps.database.pool.query('update lots set trust_level = $2 where id = $1', [lot.lot_id, level])
  await trust('NEW')
  await aPaidReservation(api, { spot_id: spot() })
  await payDays(api, 4)
  expect(await payouts()).toEqual([])
  expect(await balance()).toMatchObject({
    due_cents: earned,
    next_payout: null,
    hindered_by: 'LOT_NOT_TRUSTED',
  })
  await trust('TRUSTED')
  expect(await balance()).toMatchObject({ hindered_by: null, next_payout: { amount_cents: earned } })
  await payDays(api, 1)
  expect(await payouts()).toMatchObject([{ amount_cents: earned }])
})

test('pays a host their share of reservations on their spot and the lot the rest', async () => {
  const host = await aHost(api, lot)
  await aHostAccount(api, host)
  await aLotAccount(api, lot.lot_id, owner)
  await aPaidReservation(api, { spot_id: host.spot_id })
  await payDays(api, 4)
  expect((await api.call(listMyPayoutsRoute, { query: {} }, host.token)).items).toMatchObject([
    { payee_kind: 'HOST', amount_cents: 576, lot: { id: lot.lot_id } },
  ])
  expect(await payouts()).toHaveLength(2)
  const own = { params: { lot_id: lot.lot_id }, query: { payee_kind: 'LOT' as const } }
  expect((await api.call(listLotPayoutsRoute, own, owner.token)).items).toMatchObject([
    { payee_kind: 'LOT', payee_name: null, amount_cents: earned - 576 },
  ])
})

test('pays at most the account’s maximum per day and carries the rest over to the next day', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const most = { schedule: 'DAILY' as const, max_payout_cents: 1000, return_path: '/lots' }
  await api.call(setUpLotAccountRoute, { params: { lot_id: lot.lot_id }, body: most }, owner.token)
  for (const spot_id of lot.spot_ids) await aPaidReservation(api, { spot_id })
  await payDays(api, 3)
  expect(await payouts()).toMatchObject([{ amount_cents: 1000 }])
  // A second run on the same day pays nothing.
  expect(await payOut(paymentDepsOf(api.deps))).toBe(0)
  await payDays(api, 2)
  expect((await payouts()).map(({ amount_cents }) => amount_cents)).toEqual([160, 1000, 1000])
  await payDays(api, 1)
  expect(await payouts()).toHaveLength(3)
})

test('pays weekly what was due when Monday began, on the first run after it', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const weekly = { schedule: 'WEEKLY' as const, return_path: '/lots' }
  await api.call(setUpLotAccountRoute, { params: { lot_id: lot.lot_id }, body: weekly }, owner.token)
  // Each test starts when the previous one ended, so advance to a Thursday.
  while (new Date(api.ports.now()).getUTCDay() !== 4) api.ports.advance({ days: 1 })
  await aPaidReservation(api, { spot_id: spot(0) })
  // This one is due by Sunday; the other is due after Monday has begun.
  await payDays(api, 1)
  await aPaidReservation(api, { spot_id: spot(1), ...inHours(30) })
  expect((await balance())?.next_payout).toEqual({ on: monday(), amount_cents: earned })
  await payDays(api, 2)
  expect(await payouts()).toEqual([])
  // The job did not run on Monday.
  api.ports.advance({ days: 2 })
  await payDays(api, 1)
  expect(await payouts()).toMatchObject([{ amount_cents: earned }])
  await payDays(api, 3)
  expect(await payouts()).toHaveLength(1)
  await payDays(api, 2)
  expect(await payouts()).toHaveLength(2)
})

test('pays nothing while the schedule is PAUSED', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const paused = { schedule: 'PAUSED' as const, return_path: '/lots' }
  await api.call(setUpLotAccountRoute, { params: { lot_id: lot.lot_id }, body: paused }, owner.token)
  await aPaidReservation(api, { spot_id: spot() })
  await payDays(api, 4)
  expect(await payouts()).toEqual([])
  expect(await balance()).toMatchObject({ hindered_by: 'PAUSED', next_payout: null })
})

test('notifies the owner of a payout that the bank rejected and pays it once when it is retried', async () => {
  await aLotAccount(api, lot.lot_id, owner, { bank: banks.closed })
  await aPaidReservation(api, { spot_id: spot() })
  await payDays(api, 5)
  const [failed] = await payouts()
  const at = { params: { payout_id: failed?.id ?? '' } }
  expect(failed).toMatchObject({
    status: 'FAILED',
    failure: { code: 'account_closed', message: 'The bank account has been closed.' },
  })
  expect(await balance()).toMatchObject({ failed_cents: earned, under_way_cents: 0, due_cents: 0 })
  const told = await api.deps.database.pool.query(
    `select kind, params ->> 'title' as title from notifications where user_id = $1 and kind = 'PAYOUT_FAILED'`,
    [owner.user_id],
  )
  expect(told.rows).toEqual([{ kind: 'PAYOUT_FAILED', title: 'The bank rejected a payout of $7.20' }])
  // The money stays in their account with the provider until the payout is retried.
  const account = await accountOf(failed?.id ?? '')
  expect(await available(account)).toBe(earned)
  await payDays(api, 2)
  expect(await payouts()).toHaveLength(1)

  await useBank(account, banks.good)
  const idempotency_key = secretWord(api.ports)
  expect(await api.call(retryPayoutRoute, { ...at, idempotency_key }, owner.token)).toMatchObject({
    status: 'SENT',
    failure: null,
  })
  await api.call(retryPayoutRoute, { ...at, idempotency_key }, owner.token)
  const twice = { ...at, idempotency_key: secretWord(api.ports) }
  expect(await api.refusal(retryPayoutRoute, twice, owner.token)).toMatchObject({
    status: 409,
    code: 'payout_not_failed',
  })
  await api.runJobs()
  // The result of the first attempt is now out of date and must be ignored.
  const [first] = (await api.deps.stripe.payouts.list({ status: 'failed' }, { stripeAccount: account })).data
  await readBankPayout(paymentDepsOf(api.deps), account, first?.id ?? '')
  expect(await payouts()).toMatchObject([{ status: 'SENT' }])
  expect(await available(account)).toBe(0)
  await payDays(api, 3)
  expect(await payouts()).toMatchObject([{ status: 'PAID' }])
  expect(await bankPayouts(account)).toEqual(['failed', 'paid'])
})

test('keeps a payout PENDING while the provider’s balance is too low and sends it once there is money', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  await aPaidReservation(api, { spot_id: spot() })
  const { stripe } = api.deps
  await payDays(api, 2)
  // Empty the platform's balance.
  const { available: money } = await stripe.balance.retrieve()
  await stripe.payouts.create({ amount: money[0]?.amount ?? 0, currency: 'usd' })
  await payDays(api, 1)
  const [waiting] = await payouts()
  expect(waiting).toMatchObject({ status: 'PENDING', failure: { code: 'balance_insufficient' } })
  expect(waiting?.failure?.message).not.toContain('Stripe')
  expect(await balance()).toMatchObject({ under_way_cents: earned, due_cents: 0 })
  await payDays(api, 1)
  expect(await payouts()).toMatchObject([{ id: waiting?.id, status: 'PENDING' }])
  await aPaidReservation(api, { spot_id: spot(1) })
  await aPaidReservation(api, { spot_id: spot(2) })
  await payOut(paymentDepsOf(api.deps))
  await api.runJobs()
  expect(await payouts()).toMatchObject([{ id: waiting?.id, status: 'SENT', failure: null }])
})

test('pays each payout to the bank once despite lost answers, errors, and lost webhooks', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const account = (
    await api.deps.database.pool.query(
      `select stripe_account_id as id from payout_accounts where lot_id = $1`,
      [lot.lot_id],
    )
  ).rows[0].id as string
  let total = 0
  api.standIn.faults.webhooks = { lose: 0.6, double: { rate: 0.3, copies: 3 }, reorder: 0.5 }
  for (let day = 0; day < 6; day++) {
    await aPaidReservation(api, { spot_id: spot(), ...inHours(day * 24 + 2) })
    total += earned
  }
  api.standIn.faults.add(
    { call: /^POST .*(transfers|payouts)/, fault: 'reset_after_success', rate: 0.4 },
    { call: /^POST .*(transfers|payouts)/, fault: 'error_500', rate: 0.3 },
    { call: /^POST .*(transfers|payouts)/, fault: 'reset', rate: 0.2 },
  )
  await payDays(api, 12)
  api.standIn.faults.clear()
  // The provider has forgotten the idempotency keys, so earlier results are found by searching.
  api.ports.advance({ days: 2 })
  for (let round = 0; round < 3; round++) {
    await api.deps.database.pool.query(
      'update graphile_worker._private_jobs set run_at = now(), attempts = 0',
    )
    await workOff(api.deps)
    await payDays(api, 2)
  }
  const all = await payouts()
  expect(all.every(({ status }) => status === 'PAID')).toBe(true)
  expect(all.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(total)
  const { data } = await api.deps.stripe.transfers.list({ destination: account, limit: 100 })
  expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
  expect((await bankPayouts(account)).filter((status) => status === 'paid')).toHaveLength(all.length)
  expect(await available(account)).toBe(0)
})

test('pays out yen in yen', async () => {
  lot = await aLot(api, {
    currency: 'JPY',
    country: 'JP',
    time_zone: 'Asia/Tokyo',
    hour_cents: 600,
    day_cents: 3000,
    service_fee_cents: 100,
  })
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await aLotAccount(api, lot.lot_id, owner)
  const { reservation } = await aPaidReservation(api, { spot_id: spot() })
  expect(reservation.total_cents).toBe(1300)
  await payDays(api, 6)
  expect(await payouts()).toMatchObject([{ status: 'PAID', currency: 'JPY', amount_cents: 1080 }])
})

test('shows payouts to the payee, the owner, and a platform admin, page by page, and to nobody else', async () => {
  const host = await aHost(api, lot)
  await aHostAccount(api, host)
  await aPaidReservation(api, { spot_id: host.spot_id })
  await payDays(api, 3)
  const [payout] = (await api.call(listMyPayoutsRoute, { query: {} }, host.token)).items
  const at = { params: { payout_id: payout?.id ?? '' }, query: {} }
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  for (const who of [host, owner, platform]) {
    expect((await api.call(getPayoutRoute, at, who.token)).payee_name).toBe('Hedy Example')
  }
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  for (const who of [admin, elsewhere, await aPerson(api)]) {
    expect(await api.refusal(getPayoutRoute, at, who.token)).toMatchObject({ status: 404 })
    expect((await api.call(listMyPayoutsRoute, { query: {} }, who.token)).items).toEqual([])
    expect(await api.refusal(listLotPayoutsRoute, ofLot(), who.token)).toMatchObject({ code: 'forbidden' })
  }
  const again = { ...at, idempotency_key: secretWord(api.ports) }
  expect(await api.refusal(retryPayoutRoute, again, platform.token)).toMatchObject({
    code: 'payout_not_failed',
  })
  expect(await api.refusal(retryPayoutRoute, again, admin.token)).toMatchObject({ status: 404 })
})

const inHours = (hours: number) => {
  const from = Math.ceil(api.ports.now().getTime() / 3_600_000 + hours) * 3_600_000
  return { starts_at: new Date(from).toISOString(), ends_at: new Date(from + 7_200_000).toISOString() }
}

/** Returns the next Monday in Chicago. */
function monday(): string {
  const day = new Date(api.ports.now())
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/** Replaces the account's bank at the provider. */
async function useBank(account: string, account_number: string): Promise<void> {
  const { stripe } = api.deps
  for (const { id } of (await stripe.accounts.listExternalAccounts(account)).data)
    await stripe.accounts.deleteExternalAccount(account, id)
  await stripe.accounts.createExternalAccount(account, {
    external_account: { object: 'bank_account', country: 'US', currency: 'usd', account_number },
  })
  await api.runJobs()
}

async function bankPayouts(account: string): Promise<string[]> {
  const { data } = await api.deps.stripe.payouts.list({ limit: 100 }, { stripeAccount: account })
  return data.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))
}

import { adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { getPayoutRoute, retryPayoutRoute } from '@openspot/contract/money/payouts.ts'
import { listLotAuditRoute } from '@openspot/contract/platform/audit.ts'
import { type balanceStates, listPlatformBalancesRoute } from '@openspot/contract/platform/balances.ts'
import { getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { sendDueRefunds } from '../../money/payments/refunds.ts'
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

let api: TestApi
let admin: Person
let lot: TestLot
let owner: Person
let host: Person & { spot_id: string }
let refunded_at: string
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  lot = await aLot(api, { name: 'Wells Street Lot' }, 8)
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  host = await aHost(api, lot)
  await aLotAccount(api, lot.lot_id, owner)
  await aHostAccount(api, host, { bank: banks.closed })
  const { reservation } = await aPaidReservation(api, { spot_id: lot.spot_ids[3] ?? '' })
  await aPaidReservation(api, { spot_id: host.spot_id })
  await payDays(api, 5)
  const body = { kind: 'REFUND' as const, amount_cents: 899, reason: 'The gate was stuck' }
  const params = { invoice_id: reservation.invoice_id ?? '' }
  refunded_at = api.ports.now().toISOString()
  await api.call(adjustInvoiceRoute, { params, body, idempotency_key: secretWord(api.ports) }, owner.token)
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
})
afterAll(() => api.close())

type Query = { state?: (typeof balanceStates)[number]; search?: string; limit?: number; cursor?: string }
const list = (query: Query = {}) => api.call(listPlatformBalancesRoute, { query }, admin.token)

test('lists first a host whose bank returned a payout, and why, and then a lot that owes the platform, and since when', async () => {
  const { items } = await list()
  expect(items).toMatchObject([
    {
      payee_kind: 'HOST',
      user_id: host.user_id,
      payee_name: 'Hedy Example',
      balance_cents: 0,
      below_zero_since: null,
      failed_payouts: 1,
      last_failure: { message: 'The bank account has been closed.' },
    },
    {
      lot: { id: lot.lot_id },
      payee_kind: 'LOT',
      user_id: null,
      due_cents: items[1]?.balance_cents,
      below_zero_since: refunded_at,
      failed_cents: 0,
      last_failure: null,
      account: 'READY',
    },
  ])
  expect(items[1]?.balance_cents).toBeLessThan(0)
  expect(items[0]?.failed_cents).toBe(items[0]?.last_failure?.amount_cents)
})

test('finds balances by state and name, page by page', async () => {
  const kinds = async (query: Query) => (await list(query)).items.map(({ payee_kind }) => payee_kind)
  expect(await kinds({ state: 'BELOW_ZERO' })).toEqual(['LOT'])
  expect(await kinds({ state: 'FAILED' })).toEqual(['HOST'])
  expect(await kinds({ state: 'ON_HOLD' })).toEqual([])
  expect(await kinds({ state: 'OWED' })).toEqual([])
  expect(await kinds({ search: 'hedy' })).toEqual(['HOST'])
  expect(await kinds({ search: 'wells' })).toEqual(['HOST', 'LOT'])
  expect(await kinds({ search: '%' })).toEqual([])
  const first = await list({ limit: 1 })
  const second = await list({ limit: 1, cursor: first.next_cursor ?? '' })
  expect([first, second].flatMap(({ items }) => items.map(({ payee_kind }) => payee_kind))).toEqual([
    'HOST',
    'LOT',
  ])
  expect(second.next_cursor).toBeNull()
  expect((await api.refusal(listPlatformBalancesRoute, { query: {} }, owner.token)).status).toBe(403)
})

test('the overview of the platform counts who was not paid and who owes it, each with its list', async () => {
  const { attention } = await api.call(getPlatformOverviewRoute, {}, admin.token)
  const [failed] = (await list({ state: 'FAILED' })).items
  expect(attention).toEqual([
    { kind: 'FAILED_PAYOUTS', count: 1, due_at: null, since_at: failed?.last_failure?.created_at },
    { kind: 'BELOW_ZERO', count: 1, due_at: null, since_at: null },
  ])
})

test('what is due to a lot without a bank account is on hold and listed before what is paid out by itself', async () => {
  const [unready, ready] = [await aLot(api, { name: 'Quay Lot' }), await aLot(api, { name: 'Dock Lot' })]
  await aLotAccount(api, ready.lot_id, await aMember(api, ready.lot_id, 'SUPER_ADMIN'))
  for (const { spot_ids } of [ready, unready]) await aPaidReservation(api, { spot_id: spot_ids[0] ?? '' })
  api.ports.advance({ days: 5 })
  const names = async (query: Query) => (await list(query)).items.map(({ lot: { name } }) => name)
  expect(await names({ state: 'ON_HOLD' })).toEqual(['Quay Lot'])
  expect((await names({})).slice(-2)).toEqual(['Quay Lot', 'Dock Lot'])
})

test('what is due to a lot that is not approved is on hold, and says why instead of that its bank account is ready', async () => {
  const accountAt = async (level: string) => {
    await api.deps.database.pool.query(`update lots set trust_level = $1 where name = 'Dock Lot'`, [level])
    const { items } = await list({ state: 'ON_HOLD' })
    return items.find(({ lot: { name } }) => name === 'Dock Lot')?.account
  }
  expect(await accountAt('NEW')).toBe('IN_REVIEW')
  expect(await accountAt('BLOCKED')).toBe('BLOCKED')
  expect(await accountAt('TRUSTED')).toBeUndefined()
})

test('a platform admin retries a failed payout, which the audit log of the lot has', async () => {
  const { items } = await list({ state: 'FAILED' })
  const params = { payout_id: items[0]?.last_failure?.payout_id ?? '' }
  await api.call(retryPayoutRoute, { params, idempotency_key: secretWord(api.ports) }, admin.token)
  expect((await api.call(getPayoutRoute, { params, query: {} }, admin.token)).status).toBe('SENT')
  expect((await list({ state: 'FAILED' })).items).toEqual([])
  const audit = await api.call(
    listLotAuditRoute,
    { params: { lot_id: lot.lot_id }, query: { action: 'payout' } },
    owner.token,
  )
  expect(audit.items).toMatchObject([{ action: 'payout.retry', actor_user_id: admin.user_id }])
})

import { adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { getPayoutRoute, retryPayoutRoute } from '@openspot/contract/money/payouts.ts'
import { listLotAuditRoute } from '@openspot/contract/platform/audit.ts'
import { listPlatformBalancesRoute } from '@openspot/contract/platform/balances.ts'
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

type Query = { state?: 'BELOW_ZERO' | 'FAILED' | 'OWED'; search?: string; limit?: number; cursor?: string }
const list = (query: Query = {}) => api.call(listPlatformBalancesRoute, { query }, admin.token)

test('lists a lot that owes the platform, since when, and a host whose bank returned a payout, and why', async () => {
  const { items } = await list()
  expect(items).toMatchObject([
    {
      lot: { id: lot.lot_id },
      payee_kind: 'LOT',
      user_id: null,
      due_cents: items[0]?.balance_cents,
      below_zero_since: refunded_at,
      failed_cents: 0,
      last_failure: null,
      account: 'READY',
    },
    {
      payee_kind: 'HOST',
      user_id: host.user_id,
      payee_name: 'Hedy Example',
      balance_cents: 0,
      below_zero_since: null,
      failed_payouts: 1,
      last_failure: { message: 'The bank account has been closed.' },
    },
  ])
  expect(items[0]?.balance_cents).toBeLessThan(0)
  expect(items[1]?.failed_cents).toBe(items[1]?.last_failure?.amount_cents)
})

test('finds balances by state and name, page by page', async () => {
  const kinds = async (query: Query) => (await list(query)).items.map(({ payee_kind }) => payee_kind)
  expect(await kinds({ state: 'BELOW_ZERO' })).toEqual(['LOT'])
  expect(await kinds({ state: 'FAILED' })).toEqual(['HOST'])
  expect(await kinds({ state: 'OWED' })).toEqual([])
  expect(await kinds({ search: 'hedy' })).toEqual(['HOST'])
  expect(await kinds({ search: 'wells' })).toEqual(['LOT', 'HOST'])
  expect(await kinds({ search: '%' })).toEqual([])
  const first = await list({ limit: 1 })
  const second = await list({ limit: 1, cursor: first.next_cursor ?? '' })
  expect([first, second].flatMap(({ items }) => items.map(({ payee_kind }) => payee_kind))).toEqual([
    'LOT',
    'HOST',
  ])
  expect(second.next_cursor).toBeNull()
  expect((await api.refusal(listPlatformBalancesRoute, { query: {} }, owner.token)).status).toBe(403)
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

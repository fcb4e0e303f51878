import { randomUUID } from 'node:crypto'
import {
  cancelReservationRoute,
  editReservationRoute,
  updateReservationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import {
  cancelByStaffRoute,
  giveNoticeRoute,
  replaceByStaffRoute,
} from '@openspot/contract/booking/staff-reservations.ts'
import { setUpLotAccountRoute } from '@openspot/contract/money/accounts.ts'
import { adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { contestBillRoute, withdrawBillRoute } from '@openspot/contract/money/bills.ts'
import {
  deletePaymentMethodRoute,
  patchPaymentMethodRoute,
} from '@openspot/contract/money/payment-methods.ts'
import { retryPayoutRoute } from '@openspot/contract/money/payouts.ts'
import { resolveDifferenceRoute } from '@openspot/contract/money/reconciliation.ts'
import {
  acceptSubscriptionChangeRoute,
  withdrawSubscriptionChangeRoute,
} from '@openspot/contract/money/subscriptions.ts'
import type { Route } from '@openspot/contract/route.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { type Everything, everythingIn } from '../factories/everything.ts'
import { aCard, aMember, aPerson, type Person } from '../factories/people.ts'
import { bookAs } from '../factories/reservations.ts'
import { asOwner } from '../owner.ts'
import { removeAccess } from '../removed-access.ts'

/** Money routes whose access check is removed; `second-layer*.test.ts` cover the others. */
const opened: Route[] = [
  acceptSubscriptionChangeRoute,
  cancelByStaffRoute,
  cancelReservationRoute,
  contestBillRoute,
  deletePaymentMethodRoute,
  editReservationRoute,
  giveNoticeRoute,
  patchPaymentMethodRoute,
  replaceByStaffRoute,
  retryPayoutRoute,
  setUpLotAccountRoute,
  resolveDifferenceRoute,
  updateReservationRoute,
  withdrawBillRoute,
  withdrawSubscriptionChangeRoute,
]

let api: TestApi
let all: Everything
let stranger: Person
let monthly_id: string
let bill_id: string

removeAccess(opened)
beforeAll(async () => {
  api = await testApi()
  all = await everythingIn(api, false)
  stranger = await aPerson(api)
  const admin = await aMember(api, all.lot.lot_id, 'SUPER_ADMIN')
  const payer = await aPerson(api)
  const payment_method_id = await aCard(api, payer)
  await asOwner(api, 'update lots set month_cents = 30000 where id = $1', [all.lot.lot_id])
  const monthly = await bookAs(api, payer, {
    spot_id: all.lot.spot_ids[2] ?? '',
    ends_at: null,
    payment_method_id,
  })
  monthly_id = monthly.reservation.id
  const adjusted = await api.call(
    adjustInvoiceRoute,
    {
      params: { invoice_id: all.ids['invoice_id'] ?? '' },
      body: { kind: 'CORRECTION', amount_cents: 300, reason: 'Stayed longer' },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  bill_id = adjusted.correction?.id ?? ''
  await asOwner(
    api,
    `with account as (
       update payout_accounts set stripe_account_id = 'acct_x', payouts_enabled = true where user_id = $1 returning id)
     update payouts set status = 'FAILED' where id = $2`,
    [all.resource_owner.user_id, all.ids['payout_id']],
  )
  await asOwner(api, 'update subscription_changes set needs_acceptance = true where id = $1', [
    all.ids['change_id'],
  ])
})
afterAll(() => api.close())

const tables = [
  'earnings',
  'invoice_lines',
  'invoices',
  'ledger_entries',
  'payment_methods',
  'payments',
  'payout_accounts',
  'payouts',
  'reconciliation_differences',
  'refunds',
  'reservation_events',
  'reservations',
  'subscription_changes',
  'subscriptions',
]

/** All rows of the money tables, as text. */
async function money(): Promise<Record<string, string[]>> {
  const state: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await asOwner<{ row: string }>(api, `select t::text as row from ${table} t order by 1`)
    state[table] = rows.map(({ row }) => row)
  }
  return state
}

interface Attempt {
  route: Route
  params?: Record<string, string>
  body?: unknown
  /** `internal` means that only the database refused. Otherwise the handler finds only the caller's own rows. */
  code: string
}

const attempts = (): Attempt[] => {
  const { ids } = all
  const reservation_id = ids['reservation_id'] ?? ''
  const at = { params: ids }
  const bill = { params: { invoice_id: bill_id } }
  return [
    { route: cancelByStaffRoute, ...at, body: { reason: 'Mine' }, code: 'internal' },
    { route: cancelReservationRoute, ...at, body: { refund_cents: 899 }, code: 'internal' },
    { route: contestBillRoute, ...bill, body: { reason: 'Mine' }, code: 'internal' },
    { route: withdrawBillRoute, ...bill, code: 'internal' },
    { route: deletePaymentMethodRoute, ...at, code: 'not_found' },
    { route: patchPaymentMethodRoute, ...at, body: { is_default: true }, code: 'not_found' },
    {
      route: editReservationRoute,
      body: { reservation_id, spot_id: all.lot.spot_ids[3], difference_cents: 0 },
      code: 'internal',
    },
    { route: updateReservationRoute, ...at, body: { car_id: null }, code: 'internal' },
    {
      route: replaceByStaffRoute,
      body: { reservation_id, spot_id: all.lot.spot_ids[3], reason: 'Mine' },
      code: 'internal',
    },
    { route: giveNoticeRoute, params: { reservation_id: monthly_id }, body: {}, code: 'internal' },
    { route: retryPayoutRoute, ...at, code: 'internal' },
    {
      route: setUpLotAccountRoute,
      ...at,
      body: { schedule: 'DAILY', max_payout_cents: null, return_path: '/' },
      code: 'internal',
    },
    { route: resolveDifferenceRoute, ...at, body: { note: 'Mine' }, code: 'internal' },
    { route: withdrawSubscriptionChangeRoute, ...at, code: 'internal' },
    {
      route: acceptSubscriptionChangeRoute,
      ...at,
      body: { payment_method_id: ids['payment_method_id'] },
      code: 'payment_method_needed',
    },
  ]
}

test('17: moves no money for a stranger even with the access check of a route removed', async () => {
  const before = await money()
  const answers: string[] = []
  for (const { route, params = {}, body } of attempts()) {
    const url = route.url.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? '')
    const answer = await fetch(api.base + url, {
      method: route.method,
      headers: {
        authorization: `Bearer ${stranger.token}`,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { code, message } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
    answers.push(
      `${route.method} ${route.url}: ${code ?? answer.status}${code === 'internal' ? '' : ` ${message}`}`,
    )
  }
  expect(answers.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual(
    attempts().map(({ route, code }) => `${route.method} ${route.url}: ${code}`),
  )
  expect(await money()).toEqual(before)
})

import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '@openspot/api/testing/api.ts'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { signInRoute } from '@openspot/contract/identity/auth.ts'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { type Account, staffedLot } from '@openspot/server/demo-accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTown } from './town.ts'

let api: TestApi
let accounts: readonly Account[]
beforeAll(async () => {
  api = await testApi()
  accounts = (await makeTown(api.deps, { seed: 1 })).accounts
})
afterAll(() => api.close())

async function tokenOf(role: Account['role']): Promise<string> {
  const { email = '', password = '' } = accounts.find((account) => account.role === role) ?? {}
  const { token } = await api.call(signInRoute, { body: { email, password } })
  return token ?? ''
}

test('the demo admin signs in and sees available, rented, and assigned spots in the garage', async () => {
  const token = await tokenOf('ADMIN')
  const { items } = await api.call(listMyMembershipsRoute, {}, token)
  const lot_id = items.find((membership) => membership.lot_name === staffedLot)?.lot_id ?? ''
  const board = await api.call(listMonitorSpotsRoute, { params: { lot_id }, query: {} }, token)
  const states = board.items.map((spot) => spot.state)
  expect(new Set(states)).toEqual(new Set(['AVAILABLE', 'RENTED_UNTIL', 'ASSIGNED']))
})

test('the demo driver cancels an upcoming reservation and is refunded through the provider', async () => {
  const token = await tokenOf('DRIVER')
  const { items } = await api.call(listParkHistoryRoute, { query: { when: 'upcoming' } }, token)
  const reservation = items.find(
    (item) => item.status === 'ACTIVE' && Date.parse(item.starts_at) > api.ports.now().getTime(),
  )
  const params = { reservation_id: reservation?.id ?? '' }
  const { refund_cents } = await api.call(getCancellationRoute, { params }, token)
  expect(refund_cents).toBe(reservation?.total_cents)
  await api.call(cancelReservationRoute, { params, body: { refund_cents } }, token)
  await api.runJobs()
  const invoices = await api.call(listReservationInvoicesRoute, { params }, token)
  expect(invoices.items).toMatchObject([
    { status: 'REFUNDED', refunded_cents: refund_cents, refund_pending_cents: 0 },
  ])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})

import { brokenInvariants } from '@openspot/api/invariants.sql.ts'
import { type TestApi, testApi } from '@openspot/api/testing/api.ts'
import { listMonitorSpots } from '@openspot/contract/booking/monitor.ts'
import { cancelReservation, getCancellation } from '@openspot/contract/booking/reservation-changes.ts'
import { listParkHistory } from '@openspot/contract/booking/reservations.ts'
import { signIn } from '@openspot/contract/identity/auth.ts'
import { listMyMemberships } from '@openspot/contract/identity/users.ts'
import { listReservationInvoices } from '@openspot/contract/money/invoices.ts'
import { type Account, staffedLot } from '@openspot/server/demo-accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTown } from './town.ts'

let api: TestApi
let accounts: readonly Account[]
beforeAll(async () => {
  api = await testApi()
  accounts = (await makeTown(api.foundation, { seed: 1 })).accounts
})
afterAll(() => api.close())

async function tokenOf(role: Account['role']): Promise<string> {
  const { email = '', password = '' } = accounts.find((account) => account.role === role) ?? {}
  const { token } = await api.call(signIn, { body: { email, password } })
  return token ?? ''
}

test('the demo admin signs in and sees available, rented, and assigned spots in the garage', async () => {
  const token = await tokenOf('ADMIN')
  const { items } = await api.call(listMyMemberships, {}, token)
  const lot_id = items.find((membership) => membership.lot_name === staffedLot)?.lot_id ?? ''
  const board = await api.call(listMonitorSpots, { params: { lot_id }, query: {} }, token)
  const states = board.items.map((spot) => spot.state)
  expect(new Set(states)).toEqual(new Set(['AVAILABLE', 'RENTED_UNTIL', 'ASSIGNED']))
})

test('the demo driver cancels an upcoming reservation and is refunded through the provider', async () => {
  const token = await tokenOf('DRIVER')
  const { items } = await api.call(listParkHistory, { query: { when: 'upcoming' } }, token)
  const stay = items.find(
    (item) => item.status === 'ACTIVE' && Date.parse(item.starts_at) > api.ports.now().getTime(),
  )
  const params = { reservation_id: stay?.id ?? '' }
  const { refund_cents } = await api.call(getCancellation, { params }, token)
  expect(refund_cents).toBe(stay?.total_cents)
  await api.call(cancelReservation, { params, body: { refund_cents } }, token)
  await api.settle()
  const invoices = await api.call(listReservationInvoices, { params }, token)
  expect(invoices.items).toMatchObject([
    { status: 'REFUNDED', refunded_cents: refund_cents, refund_pending_cents: 0 },
  ])
  expect(await brokenInvariants(api.foundation.database.pool)).toEqual({})
})

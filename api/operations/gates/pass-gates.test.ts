import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { listGateOpensRoute, listGatesRoute, openGateRoute } from '@openspot/contract/operations/gates.ts'
import {
  getPassGateOpenRoute,
  listPassGatesRoute,
  openPassGateRoute,
} from '@openspot/contract/operations/pass-gates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createGate, type TestGate } from '../../testing/factories/gates.ts'
import { aGuest, bookPaid, newGuestEmail, openLink, type TestGuest } from '../../testing/factories/guests.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let gate: TestGate
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  // Other guests of this network booked in earlier tests.
  api.ports.advance({ hours: 25 })
  lot = await aLot(api, {}, 6)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  gate = await createGate(api, { lot_id: lot.lot_id, admin })
  const hour = 3_600_000
  const past = api.ports.now().getTime() % hour
  if (past > 0) api.ports.advance({ seconds: (hour - past) / 1000 })
})

/** A guest whose reservation begins in an hour and lasts two, and a device on which the link to it is open. */
async function aLinked(): Promise<{ guest: TestGuest; device: string }> {
  const guest = await aGuest(api, lot.lot_id, { email: newGuestEmail(api) }, twoHours(api))
  return { guest, device: (await openLink(api, guest.link)).token ?? '' }
}
const gatesFor = async (reservation_id: string, device: string) =>
  (await api.call(listPassGatesRoute, { params: { reservation_id } }, device)).items
const open = (reservation_id: string, device: string, idempotency_key = secretWord(api.ports)) =>
  api.call(
    openPassGateRoute,
    { params: { reservation_id, gate_id: gate.id }, body: {}, idempotency_key },
    device,
  )
const statusOf = async (reservation_id: string, device: string, open_id: string) => {
  await api.deps.gates.settled()
  const params = { reservation_id, gate_id: gate.id }
  return api.call(getPassGateOpenRoute, { params, query: { open_id } }, device)
}
const pulses = async () => {
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    'select count(*)::int as count from gate_opens where gate_id = $1 and sent_at is not null',
    [gate.id],
  )
  return rows[0]?.count
}

test('a guest’s link opens the gate from the early to the late minutes of its reservation, and not before or after', async () => {
  const { guest, device } = await aLinked()
  const id = guest.reservation_id
  expect(await gatesFor(id, device)).toMatchObject([
    { id: gate.id, may_open: false, reason: 'TOO_EARLY', emergency_access: null },
  ])
  expect(await open(id, device)).toMatchObject({ status: 'REJECTED', reason: 'TOO_EARLY' })
  api.ports.advance({ minutes: 50 })
  expect(await gatesFor(id, device)).toMatchObject([{ may_open: true, reason: null }])
  const opened = await open(id, device)
  expect(opened).toMatchObject({ reason: null, given_by: 'RESERVATION' })
  expect(await statusOf(id, device, opened.id)).toMatchObject({ id: opened.id, status: 'OPENING' })
  api.ports.advance({ hours: 2, minutes: 30 })
  expect(await open(id, device)).toMatchObject({ status: 'REJECTED', reason: 'TOO_LATE' })
  expect(await pulses()).toBe(1)
})

test('the history of a gate says which requests came by a link, and which by the driver’s own session', async () => {
  const { guest, device } = await aLinked()
  api.ports.advance({ minutes: 70 })
  const by_link = await open(guest.reservation_id, device)
  await api.deps.gates.settled()
  api.ports.advance({ minutes: 2 })
  const own = await open(guest.reservation_id, guest.token)
  await api.deps.gates.settled()
  const { items } = await api.call(listGateOpensRoute, { params: gate.params, query: {} }, admin.token)
  expect(items.map(({ id, is_by_link }) => ({ id, is_by_link }))).toEqual([
    { id: own.id, is_by_link: false },
    { id: by_link.id, is_by_link: true },
  ])
})

test('a repeated request by a link sends no second pulse', async () => {
  const { guest, device } = await aLinked()
  api.ports.advance({ minutes: 70 })
  const first = await open(guest.reservation_id, device, 'once')
  await api.deps.gates.settled()
  api.ports.advance({ seconds: 30 })
  expect((await open(guest.reservation_id, device, 'once')).id).toBe(first.id)
  await api.deps.gates.settled()
  expect(await pulses()).toBe(1)
})

test('a guest’s link opens nothing by another reservation, or by a role, of the guest', async () => {
  const { guest, device } = await aLinked()
  // One that begins when the reservation of the link has ended, for which the guest's own session opens the gate.
  const later = await bookPaid(api, guest, { lot_id: lot.lot_id, ...twoHours(api, 5) })
  await api.deps.database.db
    .insertInto('memberships')
    .values({
      lot_id: lot.lot_id,
      user_id: guest.user_id,
      role: 'MEMBER',
      status: 'ACTIVE',
      opens_gates: true,
    })
    .execute()
  api.ports.advance({ hours: 5, minutes: 30 })
  expect(await open(guest.reservation_id, device)).toMatchObject({ status: 'REJECTED', reason: 'TOO_LATE' })
  for (const refusal of [
    await api.refusal(listPassGatesRoute, { params: { reservation_id: later } }, device),
    await api.refusal(listGatesRoute, { params: { lot_id: lot.lot_id } }, device),
    await api.refusal(openGateRoute, { params: gate.params, body: {}, idempotency_key: 'k' }, device),
  ])
    expect(refusal).toMatchObject({ status: 401, code: 'session_ended' })
  expect(await open(later, guest.token)).toMatchObject({ reason: null })
})

test('a guest’s link opens no gate of another lot', async () => {
  const { guest, device } = await aLinked()
  const other = await aLot(api)
  const admin = await aMember(api, other.lot_id, 'ADMIN')
  const elsewhere = await createGate(api, { lot_id: other.lot_id, admin })
  api.ports.advance({ minutes: 70 })
  const params = { reservation_id: guest.reservation_id, gate_id: elsewhere.id }
  expect(
    await api.refusal(openPassGateRoute, { params, body: {}, idempotency_key: 'k' }, device),
  ).toMatchObject({ code: 'not_found' })
  expect(await api.refusal(getPassGateOpenRoute, { params, query: {} }, device)).toMatchObject({
    code: 'not_found',
  })
})

test('a guest’s link opens no gate once the reservation is canceled', async () => {
  const { guest, device } = await aLinked()
  const { params } = guest
  const { refund_cents } = await api.call(getCancellationRoute, { params }, guest.token)
  await api.call(cancelReservationRoute, { params, body: { refund_cents } }, guest.token)
  api.ports.advance({ minutes: 70 })
  expect(await gatesFor(guest.reservation_id, device)).toMatchObject([
    { may_open: false, reason: 'NOT_AUTHORIZED' },
  ])
  expect(await open(guest.reservation_id, device)).toMatchObject({
    status: 'REJECTED',
    reason: 'NOT_AUTHORIZED',
  })
})

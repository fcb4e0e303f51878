import { listOpenPassesRoute } from '@openspot/contract/booking/linked-passes.ts'
import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { confirmReservationRoute, getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { replaceByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { getGuestLinksRoute, turnOffGuestLinksRoute } from '@openspot/contract/identity/guest-links.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { listPassGatesRoute, openPassGateRoute } from '@openspot/contract/operations/pass-gates.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createGate, type TestGate } from '../../testing/factories/gates.ts'
import {
  aGuest,
  guestLinkTo,
  newGuestEmail,
  openLink,
  passRefusal,
  seePass,
} from '../../testing/factories/guests.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let gate: TestGate
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
})

/** A guest with the link open on a device, whose second hour staff moved to another spot. */
async function aMoved() {
  const email = newGuestEmail(api)
  const guest = await aGuest(api, lot.lot_id, { email }, twoHours(api, 1))
  const { reservation_id } = guest
  const device = (await openLink(api, guest.link)).token ?? ''
  const pass = await seePass(api, reservation_id, device)
  const spot_id = lot.spot_ids.find((id) => id !== pass.spot_id) ?? ''
  const from = twoHours(api, 2).starts_at
  const body = { reservation_id, spot_id, from, reason: 'Painting the spot' }
  const { continued_by } = await api.call(
    replaceByStaffRoute,
    { body, idempotency_key: secretWord(api.ports) },
    admin.token,
  )
  return { guest, email, device, from, rest_id: continued_by?.id ?? '' }
}
const openGate = (reservation_id: string, device: string) =>
  api.call(
    openPassGateRoute,
    { params: { reservation_id, gate_id: gate.id }, body: {}, idempotency_key: secretWord(api.ports) },
    device,
  )

test('the link to a reservation also shows the pass of its rest on another spot, each names the other, and it opens the gate in its time', async () => {
  const { guest, device, from, rest_id } = await aMoved()
  const first = await seePass(api, guest.reservation_id, device)
  const rest = await seePass(api, rest_id, device)
  expect(first).toMatchObject({ ends_at: from, continues: null })
  expect(rest).toMatchObject({ status: 'ACTIVE', starts_at: from, continued_by: null })
  expect(rest.spot.label).not.toBe(first.spot.label)
  expect(first.continued_by).toEqual({
    id: rest_id,
    spot_label: rest.spot.label,
    starts_at: from,
    ends_at: rest.ends_at,
  })
  expect(rest.continues).toEqual({
    id: guest.reservation_id,
    spot_label: first.spot.label,
    starts_at: first.starts_at,
    ends_at: from,
  })
  api.ports.advance({ minutes: 150 })
  const gates = await api.call(listPassGatesRoute, { params: { reservation_id: rest_id } }, device)
  expect(gates.items).toMatchObject([{ may_open: true }])
  expect(await openGate(rest_id, device)).toMatchObject({ reason: null })
})

test('the link to a reservation changes and pays nothing of its rest on another spot, and other links don’t show it', async () => {
  const { device, rest_id } = await aMoved()
  const params = { reservation_id: rest_id }
  const key = secretWord(api.ports)
  const refused = await Promise.all([
    api.refusal(getReservationRoute, { params }, device),
    api.refusal(getCancellationRoute, { params }, device),
    api.refusal(cancelReservationRoute, { params, body: { refund_cents: 0 } }, device),
    api.refusal(confirmReservationRoute, { params, body: {}, idempotency_key: key }, device),
    api.refusal(listReservationInvoicesRoute, { params }, device),
    api.refusal(turnOffGuestLinksRoute, { params }, device),
    api.refusal(
      editReservationRoute,
      { body: { reservation_id: rest_id, difference_cents: 0, ...twoHours(api, 2, 3) } },
      device,
    ),
  ])
  expect([...new Set(refused.map(({ status, code }) => `${status} ${code}`))]).toEqual(['401 session_ended'])
  const other = await aGuest(api, lot.lot_id, { email: newGuestEmail(api) }, twoHours(api, 2))
  const { token } = await openLink(api, other.link)
  expect(await passRefusal(api, rest_id, token)).toMatchObject({ status: 401 })
})

test('the passes of a device have the rest on another spot before the part that has ended, and until a day after its own end', async () => {
  const { guest, device, from, rest_id } = await aMoved()
  const passesAt = async (hours: number) => {
    api.ports.advance({ seconds: (Date.parse(from) - api.ports.now().getTime()) / 1000 + hours * 3600 })
    return (await api.call(listOpenPassesRoute, {}, device)).items.map(({ id }) => id)
  }
  expect(await passesAt(-0.5)).toEqual([guest.reservation_id, rest_id])
  expect(await passesAt(0.5)).toEqual([rest_id, guest.reservation_id])
  expect(await passesAt(24.5)).toEqual([rest_id])
  expect(await passesAt(25.5)).toEqual([])
})

test('the link that was sent for the rest on another spot shows the rest only', async () => {
  const { guest, email, rest_id } = await aMoved()
  const { reservation_id, token } = await openLink(api, await guestLinkTo(api, { email }))
  expect(reservation_id).toBe(rest_id)
  expect(await seePass(api, rest_id, token)).toMatchObject({ id: rest_id, continues: null })
  expect(await passRefusal(api, guest.reservation_id, token)).toMatchObject({ status: 401 })
})

test('turning off the links of the rest on another spot also turns off the one that led to it from before', async () => {
  const { guest, device, rest_id } = await aMoved()
  const params = { reservation_id: rest_id }
  expect(await api.call(getGuestLinksRoute, { params }, admin.token)).toMatchObject({ devices: 1 })
  await api.call(turnOffGuestLinksRoute, { params }, admin.token)
  for (const id of [rest_id, guest.reservation_id])
    expect(await passRefusal(api, id, device)).toMatchObject({ status: 401 })
  expect(await api.call(getGuestLinksRoute, { params }, admin.token)).toEqual({ links: 0, devices: 0 })
})

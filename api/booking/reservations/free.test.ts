import { setListingRoute } from '@openspot/contract/booking/hosting.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCar } from '../../testing/factories/memberships.ts'
import { aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const free = { hour_cents: 0, day_cents: 0, min_reservation_price: 0, service_fee_cents: 0 } as const
/** Reads a reservation that goes on at no other spot; only reading says so. */
async function read(id: string, token: string) {
  const { continues, continued_by, ...reservation } = await api.call(
    getReservationRoute,
    { params: { reservation_id: id } },
    token,
  )
  expect([continues, continued_by]).toEqual([null, null])
  return reservation
}

test('a free booking answers with what reading it shows: with a vehicle, without one, and with every fact of the lot', async () => {
  const plain = await aLot(api, free)
  const full = await aLot(api, {
    ...free,
    region: 'IL',
    clearance_mm: 2100,
    entry_methods: ['PHONE_GATE', 'TICKET_GATE'],
    contact_phone: '+13125550100',
    contact_email: 'lot@people.example',
  })
  for (const { spot_ids } of [plain, full]) {
    const driver = await aPerson(api)
    const car_id = await aCar(api, driver, 'FR 1001')
    const [first = '', second = ''] = spot_ids
    for (const order of [{ spot_id: first }, { spot_id: second, car_id }]) {
      const { reservation, next_action } = await bookAs(api, driver, order)
      expect(next_action).toBeNull()
      expect(reservation).toEqual(await read(reservation.id, driver.token))
      expect(reservation).toMatchObject({ status: 'ACTIVE', hold_expires_at: null, total_cents: 0 })
      expect(reservation.car?.id ?? null).toBe('car_id' in order ? car_id : null)
    }
  }
})

test('a free booking that adjoins another answers with the reservation that was merged', async () => {
  const { spot_ids } = await aLot(api, free)
  const driver = await aPerson(api)
  const [spot_id = ''] = spot_ids
  const { reservation: before } = await bookAs(api, driver, { spot_id, ...twoHours(api, 1) })
  const { reservation: after } = await bookAs(api, driver, { spot_id, ...twoHours(api, 5) })
  // Adjoins both; the earlier one takes it over.
  const { reservation: between } = await bookAs(api, driver, { spot_id, ...twoHours(api, 3) })
  expect(between).toMatchObject({ status: 'MERGED', merged_into_id: before.id })
  expect(between).toEqual(await read(between.id, driver.token))
  expect(await read(before.id, driver.token)).toMatchObject({
    status: 'ACTIVE',
    starts_at: before.starts_at,
    ends_at: between.ends_at,
  })
  expect((await read(after.id, driver.token)).status).toBe('ACTIVE')
})

test('a free booking of a listed spot notifies its host once', async () => {
  const { lot_id, spot_ids } = await aLot(api, free)
  const [spot_id = ''] = spot_ids
  const admin = await aMember(api, lot_id, 'ADMIN')
  const host = await aMember(api, lot_id, 'MEMBER')
  const params = { spot_id }
  await api.call(updateSpotRoute, { params, body: { assigned_user_id: host.user_id } }, admin.token)
  const time = twoHours(api, 2)
  await api.call(setListingRoute, { params, body: { ...time, is_listed: true } }, host.token)
  await bookAs(api, await aPerson(api), { spot_id, ...time })
  await api.runJobs()
  const notices = await api.call(listNotificationsRoute, { query: {} }, host.token)
  expect(notices.items.map(({ kind }) => kind).filter((kind) => kind.startsWith('HOST_'))).toEqual([
    'HOST_BOOKED',
  ])
})

import { getAcceptanceRoute } from '@openspot/contract/booking/acceptances.ts'
import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import {
  confirmReservationRoute,
  getCheckoutRoute,
  getReservationRoute,
} from '@openspot/contract/booking/reservations.ts'
import { changeCarByStaffRoute } from '@openspot/contract/booking/staff-changes.ts'
import { joinWaitlistRoute, listMyWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import type { CallError } from '@openspot/contract/call.ts'
import { startGuestRoute } from '@openspot/contract/identity/auth.ts'
import { createCarRoute, patchCarRoute } from '@openspot/contract/people/cars.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aGuest, newGuestEmail } from '../../testing/factories/guests.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCar } from '../../testing/factories/memberships.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, prepareBooking, twoHours } from '../../testing/factories/reservations.ts'
import { solvedCheck } from '../../testing/sign-in.ts'

// Plates that were typed rather than chosen, and offers that came while the driver was away.

let api: TestApi
let lot: TestLot
let other: TestLot
let driver: Person
let payment_method_id: string
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  other = await aLot(api)
  driver = await aPerson(api)
  payment_method_id = await aCard(api, driver)
})

const times = () => twoHours(api, 2)
const orderIn = ({ spot_ids }: TestLot, more: object = {}) => ({
  spot_id: spot_ids[0] ?? '',
  payment_method_id,
  ...times(),
  ...more,
})
const elsewhereFor = async (person: Person) =>
  (await api.call(getCheckoutRoute, { query: { lot_id: lot.lot_id, ...times() } }, person.token))
    .vehicles_elsewhere
const refusalOf = (press: () => Promise<unknown>) =>
  press().then(
    () => null,
    (error: CallError) => error.body?.code,
  )

/** Staff of the other lot type a plate for the driver's reservation there. */
async function typedByStaff(plate: string, region?: string) {
  const { reservation } = await bookAs(api, driver, orderIn(other))
  const admin = await aMember(api, other.lot_id, 'ADMIN')
  const change = {
    params: { reservation_id: reservation.id },
    body: { version: reservation.version, plate, ...(region === undefined ? {} : { region }) },
    idempotency_key: secretWord(api.ports),
  }
  await api.call(changeCarByStaffRoute, change, admin.token)
  return reservation
}

test.each([undefined, 'IL'])(
  'a plate that staff of another lot typed for the driver’s reservation (region %s) is asked about like a saved vehicle',
  async (region) => {
    const { id } = await typedByStaff('TWO 2', region)
    const { id: car_id } = await api.call(
      createCarRoute,
      { body: { plate: 'two-2', region: 'IL' } },
      driver.token,
    )
    expect(await elsewhereFor(driver)).toMatchObject([
      { reservation_id: id, car: { id: car_id, plate: 'two-2' } },
    ])
    const order = orderIn(lot, { car_id, allows_vehicle_elsewhere: false })
    expect(await refusalOf(await prepareBooking(api, driver, order))).toBe('vehicle_booked')
    const { id: abroad } = await api.call(
      createCarRoute,
      { body: { plate: 'TWO 2', region: 'WI' } },
      driver.token,
    )
    const press = await prepareBooking(api, driver, { ...order, car_id: abroad })
    expect(await refusalOf(press)).toBe(region === undefined ? 'vehicle_booked' : null)
  },
)

test('a plate that staff typed tells another person nothing, and neither does a guest’s who typed the same unverified address', async () => {
  await typedByStaff('TWO 2')
  const stranger = await aPerson(api)
  const theirs = { car_id: await aCar(api, stranger, 'TWO 2'), allows_vehicle_elsewhere: false }
  expect(await elsewhereFor(stranger)).toEqual([])
  const card = { payment_method_id: await aCard(api, stranger) }
  expect((await bookAs(api, stranger, orderIn(lot, { ...theirs, ...card }))).reservation.status).toBe(
    'ACTIVE',
  )

  const email = newGuestEmail(api)
  const guest = await aGuest(api, other.lot_id, { email }, times())
  const admin = await aMember(api, other.lot_id, 'ADMIN')
  const { version } = await api.call(getReservationRoute, { params: guest.params }, admin.token)
  const change = { params: guest.params, body: { version, plate: 'GUS 1' } }
  await api.call(changeCarByStaffRoute, { ...change, idempotency_key: secretWord(api.ports) }, admin.token)
  const body = { email, first_name: 'Gus', last_name: 'Guest', bot_check: await solvedCheck(api) }
  const { user, token } = await api.call(startGuestRoute, { body })
  const again: Person = { user_id: user.id, token: token ?? '', email }
  await api.call(createCarRoute, { body: { plate: 'GUS 1' } }, again.token)
  expect(await elsewhereFor(again)).toEqual([])
})

/** A lot whose only spot frees up for the driver who waits for it with their vehicle, which has a spot in another lot. */
async function offered(more: Partial<Insertable<DB['lots']>> = {}) {
  const full = await aLot(api, more, 1)
  const first = await aPerson(api)
  const card = { payment_method_id: await aCard(api, first) }
  const { reservation } = await bookAs(api, first, orderIn(full, card))
  const car_id = await aCar(api, driver, 'TWO 2')
  const params = { lot_id: full.lot_id }
  await api.call(joinWaitlistRoute, { params, body: { ...times(), features: [], car_id } }, driver.token)
  const elsewhere = (await bookAs(api, driver, orderIn(other, { car_id }))).reservation
  await api.call(
    cancelReservationRoute,
    { params: { reservation_id: reservation.id }, body: { refund_cents: reservation.total_cents ?? 0 } },
    first.token,
  )
  await api.runJobs()
  return { full, elsewhere, car_id }
}
const waits = async () => (await api.call(listMyWaitlistRoute, {}, driver.token)).items[0]

test('an entry whose vehicle is in another lot says nothing of it where that is asked about when the offer is accepted', async () => {
  const full = await aLot(api, {}, 1)
  const first = await aPerson(api)
  await bookAs(api, first, orderIn(full, { payment_method_id: await aCard(api, first) }))
  const car_id = await aCar(api, driver, 'TWO 2')
  await bookAs(api, driver, orderIn(other, { car_id }))
  const join = { params: { lot_id: full.lot_id }, body: { ...times(), features: [], car_id } }
  expect(await api.call(joinWaitlistRoute, join, driver.token)).toMatchObject({ waits_for_vehicle: false })
  expect(await waits()).toMatchObject({ status: 'WAITING', waits_for_vehicle: false })
})

test('an offer from the waitlist is accepted only after its driver confirmed that the vehicle is in another lot then', async () => {
  const { elsewhere, car_id } = await offered()
  const reservation_id = (await waits())?.reservation_id ?? ''
  const params = { reservation_id }
  expect(await api.call(getAcceptanceRoute, { params }, driver.token)).toMatchObject({
    vehicles_elsewhere: [{ reservation_id: elsewhere.id, car: { id: car_id } }],
    refuses_vehicles_elsewhere: false,
  })
  const confirm = (body: { allows_vehicle_elsewhere?: boolean }) => ({
    params,
    body: { payment_method_id, ...body },
    idempotency_key: secretWord(api.ports),
  })
  expect(await api.refusal(confirmReservationRoute, confirm({}), driver.token)).toMatchObject({
    status: 409,
    code: 'vehicle_booked',
    details: { reservation_id: elsewhere.id },
  })
  const accepted = confirm({ allows_vehicle_elsewhere: true })
  const { reservation } = await api.call(confirmReservationRoute, accepted, driver.token)
  expect(reservation.status).toBe('ACTIVE')
})

test.each([
  ['that refuses such vehicles', { refuses_vehicles_elsewhere: true }],
  ['that is free', { hour_cents: 0, day_cents: 0, min_reservation_price: 0, service_fee_cents: 0 }],
])(
  'a lot %s offers no spot while the vehicle is in another lot, and offers one when it no longer is; the entry says why',
  async (_kind, more) => {
    const { full, elsewhere } = await offered(more)
    expect(await waits()).toMatchObject({
      status: 'WAITING',
      reservation_id: null,
      waits_for_vehicle: true,
    })
    await api.call(
      cancelReservationRoute,
      { params: { reservation_id: elsewhere.id }, body: { refund_cents: elsewhere.total_cents ?? 0 } },
      driver.token,
    )
    expect(await waits()).toMatchObject({ status: 'WAITING', waits_for_vehicle: false })
    await api.deps.database.pool.query('select enqueue_waitlist_offers($1)', [full.lot_id])
    await api.runJobs()
    expect(await waits()).toMatchObject({ reservation_id: expect.any(String) })
  },
)

test('a vehicle that gets the plate of an overlapping reservation is warned of, and one at another time or of the same lot is not', async () => {
  const typed = await typedByStaff('TWO 2', 'IL')
  const { id: car_id } = await api.call(
    createCarRoute,
    { body: { plate: 'OLD 1', region: 'IL' } },
    driver.token,
  )
  const { reservation } = await bookAs(api, driver, orderIn(lot, { car_id }))
  const spot_id = lot.spot_ids[1] ?? ''
  await bookAs(api, driver, { spot_id, payment_method_id, car_id, ...twoHours(api, 30) })
  const rename = (plate: string) =>
    api.call(patchCarRoute, { params: { car_id }, body: { plate } }, driver.token)
  expect((await rename('OLD 2')).overlaps).toEqual([])
  const { plate, overlaps } = await rename('two-2')
  expect(plate).toBe('two-2')
  expect(overlaps).toMatchObject([{ reservation_id: reservation.id, other_reservation_id: typed.id }])
  // What stays as it was is not told again.
  expect((await rename('TWO 2')).overlaps).toEqual([])
})

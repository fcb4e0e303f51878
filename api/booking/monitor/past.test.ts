import {
  createLotClosureRoute,
  createSpotAvailabilityRoute,
  deleteAvailabilityRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import {
  getReservationsSummaryRoute,
  listMonitorSpotsRoute,
  listMonitorVehiclesRoute,
} from '@openspot/contract/booking/monitor.ts'
import {
  cancelReservationRoute,
  getCancellationRoute,
  updateReservationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { replaceByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { createCarRoute, patchCarRoute } from '@openspot/contract/people/cars.ts'
import { patchMembershipRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, {}, 3)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  const hour = 3_600_000
  api.ports.advance({ seconds: (hour - (api.ports.now().getTime() % hour)) / 1000 })
})

/** A driver with a vehicle, whose two hours on the first spot begin in an hour. */
async function aDriver(plate: string) {
  const driver = await aPerson(api)
  const car = await api.call(createCarRoute, { body: { plate, region: 'IL' } }, driver.token)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id,
    car_id: car.id,
    ...twoHours(api),
  })
  await api.runJobs()
  return { driver, car, reservation }
}

const nowIso = () => api.ports.now().toISOString()
const params = () => ({ lot_id: lot.lot_id })
async function allowedAt(at: string): Promise<string[]> {
  const { items } = await api.call(listMonitorVehiclesRoute, { params: params(), query: { at } }, admin.token)
  return items.map(({ plate, right, spot_label }) => `${plate} ${right} ${spot_label}`)
}
async function occupiedAt(at: string): Promise<string[]> {
  const { items } = await api.call(listMonitorSpotsRoute, { params: params(), query: { at } }, admin.token)
  return items.flatMap(({ label, occupant }) => (occupant ? [`${label} ${occupant.plate}`] : []))
}

test('a reservation that was canceled or ended since still gave a right before, and none afterwards', async () => {
  const { driver, reservation } = await aDriver('PAST 1')
  api.ports.advance({ minutes: 65 })
  const during = nowIso()
  api.ports.advance({ minutes: 5 })
  const { refund_cents } = await api.call(
    getCancellationRoute,
    { params: { reservation_id: reservation.id } },
    driver.token,
  )
  const canceling = { params: { reservation_id: reservation.id }, body: { refund_cents } }
  await api.call(cancelReservationRoute, canceling, driver.token)
  const after = nowIso()
  api.ports.advance({ hours: 5 })
  expect(await allowedAt(during)).toEqual(['PAST 1 RESERVATION A1'])
  expect(await occupiedAt(during)).toEqual(['A1 PAST 1'])
  expect(await allowedAt(after)).toEqual([])
  expect(await occupiedAt(after)).toEqual([])
})

test('the spot, the times, and the plate are those of the moment', async () => {
  const { driver, car, reservation } = await aDriver('PAST 2')
  const reservation_id = reservation.id
  api.ports.advance({ minutes: 70 })
  const first = nowIso()
  api.ports.advance({ minutes: 10 })
  const moving = { reservation_id, spot_id: lot.spot_ids[1] ?? '', reason: 'Leak' }
  await api.call(replaceByStaffRoute, { body: moving, idempotency_key: secretWord(api.ports) }, admin.token)
  api.ports.advance({ minutes: 10 })
  const second = nowIso()
  api.ports.advance({ days: 3 })
  await api.call(patchCarRoute, { params: { car_id: car.id }, body: { plate: 'NEW 2' } }, driver.token)
  expect(await allowedAt(first)).toEqual(['PAST 2 RESERVATION A1'])
  expect(await allowedAt(second)).toEqual(['PAST 2 RESERVATION A2'])
  expect(await occupiedAt(second)).toEqual(['A2 PAST 2'])
})

test('another vehicle chosen meanwhile counts from then on', async () => {
  const { driver, reservation } = await aDriver('PAST 3')
  const other = await api.call(createCarRoute, { body: { plate: 'SECOND 3', region: 'IL' } }, driver.token)
  api.ports.advance({ minutes: 70 })
  const first = nowIso()
  api.ports.advance({ minutes: 10 })
  const changing = { params: { reservation_id: reservation.id }, body: { car_id: other.id } }
  await api.call(updateReservationRoute, changing, driver.token)
  api.ports.advance({ minutes: 5 })
  const second = nowIso()
  api.ports.advance({ hours: 1 })
  expect(await allowedAt(first)).toEqual(['PAST 3 RESERVATION A1'])
  expect(await allowedAt(second)).toEqual(['SECOND 3 RESERVATION A1'])
})

test('an assigned spot counts for who had it then, and a member who left counts until then', async () => {
  const { pool } = api.deps.database
  const [one, two] = [await aMember(api, lot.lot_id, 'MEMBER'), await aMember(api, lot.lot_id, 'MEMBER')]
  await pool.query('update memberships set created_at = $2, acted_at = $2 where lot_id = $1', [
    lot.lot_id,
    nowIso(),
  ])
  await api.call(createCarRoute, { body: { plate: 'ONE 4', region: 'IL' } }, one.token)
  await api.call(createCarRoute, { body: { plate: 'TWO 4', region: 'IL' } }, two.token)
  const assign = (assigned_user_id: string | null) =>
    api.call(
      updateSpotRoute,
      { params: { spot_id: lot.spot_ids[2] ?? '' }, body: { assigned_user_id } },
      admin.token,
    )
  const steps: string[] = []
  const step = async (act: () => Promise<unknown>) => {
    api.ports.advance({ minutes: 5 })
    steps.push(nowIso())
    api.ports.advance({ minutes: 5 })
    await act()
  }
  await step(() => assign(one.user_id))
  await step(() => assign(two.user_id))
  await step(async () => {
    const { rows } = await pool.query<{ id: string }>(
      'select id from memberships where user_id = $1 and lot_id = $2',
      [two.user_id, lot.lot_id],
    )
    const leaving = { params: { id: rows[0]?.id ?? '' }, body: { status: 'DELETED' as const } }
    await api.call(patchMembershipRoute, leaving, two.token)
  })
  await step(async () => undefined)
  api.ports.advance({ days: 2 })
  const found = []
  for (const at of steps) found.push(await allowedAt(at))
  expect(found).toEqual([[], ['ONE 4 ASSIGNED A3'], ['TWO 4 ASSIGNED A3'], []])
})

test('the present and its last minute agree, and the future is refused', async () => {
  await aDriver('NOW 5')
  api.ports.advance({ minutes: 75 })
  const now = nowIso()
  const { items } = await api.call(listMonitorVehiclesRoute, { params: params(), query: {} }, admin.token)
  expect(items).toHaveLength(1)
  api.ports.advance({ minutes: 5 })
  expect(await allowedAt(now)).toEqual(
    items.map(({ plate, right, spot_label }) => `${plate} ${right} ${spot_label}`),
  )
  const later = new Date(api.ports.now().getTime() + 3_600_000).toISOString()
  expect(
    await api.refusal(listMonitorVehiclesRoute, { params: params(), query: { at: later } }, admin.token),
  ).toMatchObject({ status: 400, field: 'at' })
})

test('a spot is open or closed as its rules were at the moment, although they were changed or deleted since', async () => {
  const spot_id = lot.spot_ids[0] ?? ''
  const stateAt = async (at: string, index = 0) => {
    const found = await api.call(listMonitorSpotsRoute, { params: params(), query: { at } }, admin.token)
    return found.items[index]?.state
  }
  const inHours = (hours: number) => new Date(api.ports.now().getTime() + hours * 3_600_000).toISOString()
  const later = async () => {
    api.ports.advance({ minutes: 10 })
    const at = nowIso()
    api.ports.advance({ minutes: 10 })
    return at
  }
  const before = await later()
  const times = { starts_at: inHours(0), ends_at: inHours(5) }
  const closing = { params: { spot_id }, body: { kind: 'CLOSED' as const, ...times } }
  const rule = await api.call(createSpotAvailabilityRoute, closing, admin.token)
  const lot_closure = { params: params(), body: { starts_at: times.starts_at, ends_at: times.ends_at } }
  const { closure } = await api.call(createLotClosureRoute, lot_closure, admin.token)
  const both = await later()
  await api.call(deleteAvailabilityRoute, { params: { availability_id: closure.id } }, admin.token)
  const one = await later()
  const opening = { params: { availability_id: rule.id }, body: { starts_at: inHours(2) } }
  await api.call(updateAvailabilityRoute, opening, admin.token)
  const open = await later()
  await api.call(deleteAvailabilityRoute, { params: { availability_id: rule.id } }, admin.token)
  api.ports.advance({ days: 2 })
  const states = []
  for (const at of [before, both, one, open]) states.push(`${await stateAt(at)} ${await stateAt(at, 1)}`)
  expect(states).toEqual([
    'AVAILABLE AVAILABLE',
    'UNAVAILABLE UNAVAILABLE',
    'UNAVAILABLE AVAILABLE',
    'AVAILABLE AVAILABLE',
  ])
})

test('the summary of a past moment counts what was booked, paid, and free then', async () => {
  const summaryAt = async (at: string) => {
    const of = { params: params(), query: { at } }
    const { active, starting, free_spots, paid_cents } = await api.call(
      getReservationsSummaryRoute,
      of,
      admin.token,
    )
    return { active, starting, free_spots, paid_cents }
  }
  const at = new Date(Math.ceil(api.ports.now().getTime() / 86_400_000) * 86_400_000 + 16 * 3_600_000)
  api.ports.advance({ seconds: (at.getTime() - api.ports.now().getTime()) / 1000 })
  const empty = nowIso()
  api.ports.advance({ minutes: 60 })
  const { driver, reservation } = await aDriver('PAST 6')
  api.ports.advance({ minutes: 5 })
  const booked = nowIso()
  api.ports.advance({ minutes: 5 })
  const one = { reservation_id: reservation.id }
  const { refund_cents } = await api.call(getCancellationRoute, { params: one }, driver.token)
  await api.call(cancelReservationRoute, { params: one, body: { refund_cents } }, driver.token)
  await api.runJobs()
  api.ports.advance({ minutes: 5 })
  const canceled = nowIso()
  api.ports.advance({ minutes: 5 })
  const { user_id: assigned_user_id } = await aMember(api, lot.lot_id, 'MEMBER')
  const assigning = { params: { spot_id: lot.spot_ids[2] ?? '' }, body: { assigned_user_id } }
  await api.call(updateSpotRoute, assigning, admin.token)
  api.ports.advance({ days: 3 })
  expect(await summaryAt(empty)).toEqual({ active: 0, starting: 0, free_spots: 3, paid_cents: 0 })
  const paid = reservation.total_cents
  expect(await summaryAt(booked)).toEqual({ active: 1, starting: 1, free_spots: 2, paid_cents: paid })
  expect(await summaryAt(canceled)).toEqual({ active: 0, starting: 0, free_spots: 3, paid_cents: 0 })
  const future = new Date(api.ports.now().getTime() + 3_600_000).toISOString()
  expect(
    await api.refusal(getReservationsSummaryRoute, { params: params(), query: { at: future } }, admin.token),
  ).toMatchObject({ status: 400, field: 'at' })
})

import {
  createLotClosureRoute,
  createSpotAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { getReservationsSummaryRoute, listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let assignee: Person
let driver: Person
let own: string
let plain: string
beforeAll(async () => {
  api = await testApi()
  driver = await aPerson(api, { first_name: 'Dora' })
})
afterAll(() => api.close())
beforeEach(() => begin({}))

/** Creates a lot of two spots, the first of which is assigned. */
async function begin(more: Parameters<typeof aLot>[1]) {
  lot = await aLot(api, more, 2)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  assignee = await aMember(api, lot.lot_id, 'MEMBER')
  ;[own = '', plain = ''] = lot.spot_ids
  const give = { params: { spot_id: own }, body: { assigned_user_id: assignee.user_id } }
  await api.call(updateSpotRoute, give, admin.token)
}

const on = (time: string) => `2026-03-04T${time}:00.000Z`
type Kind = 'OPEN' | 'CLOSED'
const addRule = (spot_id: string, kind: Kind, starts_at: string, ends_at: string | null, more = {}) =>
  api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id }, body: { kind, starts_at, ends_at, ...more } },
    spot_id === own && kind === 'OPEN' ? assignee.token : admin.token,
  )
const reservation = (
  spot_id: string,
  starts_at: string,
  ends_at: string | null,
  status: 'ACTIVE' | 'PENDING' = 'ACTIVE',
) =>
  aReservation(api, {
    lot_id: lot.lot_id,
    spot_id,
    user_id: driver.user_id,
    starts_at,
    ends_at,
    status,
    hold_expires_at: starts_at,
  })
/** Returns the state of both spots and until when it lasts. */
async function board(at?: string) {
  const params = { lot_id: lot.lot_id }
  const { items } = await api.call(listMonitorSpotsRoute, { params, query: at ? { at } : {} }, admin.token)
  return items.map(({ state, until }) => `${state} ${until?.slice(5, 16) ?? '-'}`)
}

test('shows an assigned spot as ASSIGNED except while it is sublet', async () => {
  expect(await board()).toEqual(['ASSIGNED -', 'AVAILABLE -'])
  await addRule(own, 'OPEN', on('10:00'), on('20:00'))
  await reservation(own, on('12:00'), on('14:00'))
  const own_at = async (time: string) => (await board(on(time)))[0]
  expect(await own_at('09:00')).toBe('ASSIGNED 03-04T10:00')
  expect(await own_at('10:00')).toBe('AVAILABLE 03-04T12:00')
  expect(await own_at('12:00')).toBe('SUBLEASED_UNTIL 03-04T14:00')
  expect(await own_at('14:00')).toBe('AVAILABLE 03-04T20:00')
  expect(await own_at('20:00')).toBe('ASSIGNED -')
  // A spot that staff close while it is sublet is neither available nor assigned.
  await addRule(own, 'CLOSED', on('15:00'), on('22:00'))
  expect(await own_at('14:00')).toBe('AVAILABLE 03-04T15:00')
  expect(await own_at('15:00')).toBe('UNAVAILABLE 03-04T20:00')
  expect(await own_at('20:00')).toBe('ASSIGNED -')
})

test('shows an unassigned spot as rented, unavailable, or available, with the next change', async () => {
  await reservation(plain, on('12:00'), on('14:00'), 'PENDING')
  await reservation(plain, on('18:00'), null)
  await addRule(plain, 'CLOSED', on('13:00'), on('16:00'))
  const at = async (time: string) => (await board(on(time)))[1]
  expect(await at('10:00')).toBe('AVAILABLE 03-04T12:00')
  expect(await at('13:30')).toBe('RENTED_UNTIL 03-04T14:00')
  expect(await at('14:00')).toBe('UNAVAILABLE 03-04T16:00')
  expect(await at('16:00')).toBe('AVAILABLE 03-04T18:00')
  expect(await at('19:00')).toBe('RENTED -')
})

test('shows unassigned spots as UNAVAILABLE for the duration of a lot closure', async () => {
  const body = { starts_at: '2026-03-01T00:00:00Z', ends_at: '2026-09-01T00:00:00Z' }
  await api.call(createLotClosureRoute, { params: { lot_id: lot.lot_id }, body }, admin.token)
  expect(await board()).toEqual(['ASSIGNED -', 'UNAVAILABLE 09-01T00:00'])
  expect(await board('2026-09-01T00:00:00Z')).toEqual(['ASSIGNED -', 'AVAILABLE -'])
  // The first spot had no assignee then.
  expect(await board('2026-02-28T23:59:00Z')).toEqual(['AVAILABLE 03-01T00:00', 'AVAILABLE 03-01T00:00'])
})

test('shows unassigned spots as UNAVAILABLE outside the lot’s hours, in its time zone', async () => {
  const daily = [{ opens: '08:00', closes: '18:00' }]
  await begin({ opening_hours: JSON.stringify({ MON: daily, SUN: daily }) })
  // Sunday, March 8: the clocks went forward that night.
  expect(await board('2026-03-08T13:00:00Z')).toEqual(['ASSIGNED -', 'AVAILABLE 03-08T23:00'])
  expect(await board('2026-03-08T23:00:00Z')).toEqual(['ASSIGNED -', 'UNAVAILABLE 03-09T13:00'])
  expect(await board()).toEqual(['ASSIGNED -', 'AVAILABLE 03-03T00:00'])
  await reservation(plain, '2026-03-08T20:00:00Z', '2026-03-09T14:00:00Z')
  expect((await board('2026-03-09T00:00:00Z'))[1]).toBe('RENTED_UNTIL 03-09T14:00')
})

test('computes the exact state at any instant: past, on a clock change, and beyond the horizon', async () => {
  await addRule(plain, 'CLOSED', '2020-01-01T04:00:00Z', '2020-01-01T12:00:00Z', {
    repeat_frequency: 'DAILY',
  })
  const at = async (moment: string) => (await board(moment))[1]
  expect(await at('2021-07-01T02:59:00Z')).toBe('AVAILABLE 07-01T03:00')
  expect(await at('2026-11-01T11:59:00Z')).toBe('UNAVAILABLE 11-01T12:00')
  expect(await at('2026-11-01T12:00:00Z')).toBe('AVAILABLE 11-02T04:00')
  expect(await at('2027-05-05T23:59:00Z')).toBe('AVAILABLE 05-06T00:00')
  expect(await at('2027-07-01T18:00:00Z')).toBe('UNAVAILABLE -')
  expect(await at('2018-01-01T04:00:00Z')).toBe('AVAILABLE -')
})

test('shows a spot without any rate as EMPTY', async () => {
  await begin({ hour_cents: null, day_cents: null })
  expect(await board()).toEqual(['ASSIGNED -', 'EMPTY -'])
  await addRule(plain, 'CLOSED', on('10:00'), on('11:00'))
  expect((await board(on('10:00')))[1]).toBe('UNAVAILABLE 03-04T11:00')
  await api.call(
    updateSpotRoute,
    { params: { spot_id: plain }, body: { rates: { day_cents: 1 } } },
    admin.token,
  )
  expect((await board())[1]).toBe('AVAILABLE 03-04T10:00')
})

test('counts spots that are neither taken nor closed at any time of the interval as free', async () => {
  const params = { lot_id: lot.lot_id }
  const free = async (from: string, to: string) =>
    (
      await api.call(
        getReservationsSummaryRoute,
        { params, query: { starts_at: on(from), ends_at: on(to) } },
        admin.token,
      )
    ).free_spots
  expect(await free('10:00', '12:00')).toBe(1)
  await addRule(own, 'OPEN', on('09:00'), on('12:00'))
  expect(await free('10:00', '12:00')).toBe(2)
  expect(await free('10:00', '12:01')).toBe(1)
  await reservation(plain, on('11:00'), on('13:00'))
  expect(await free('10:00', '11:00')).toBe(2)
  expect(await free('10:00', '12:00')).toBe(1)
  await addRule(plain, 'CLOSED', '2026-02-04T10:00:00Z', '2026-02-04T11:00:00Z')
  // Past intervals are exact as well.
  const past = { starts_at: '2026-02-04T10:30:00Z', ends_at: '2026-02-04T10:31:00Z' }
  expect(await api.call(getReservationsSummaryRoute, { params, query: past }, admin.token)).toMatchObject({
    free_spots: 0,
    currency: 'USD',
  })
})

test('rejects invalid instants and intervals with 400 on their field', async () => {
  const params = { lot_id: lot.lot_id }
  const wrong = (field: string) => ({ status: 400, code: 'request_invalid', field })
  const spots = (at: string) => api.refusal(listMonitorSpotsRoute, { params, query: { at } }, admin.token)
  expect(await spots('9999-01-01T00:00:00Z')).toMatchObject(wrong('at'))
  expect(await spots('2026-03-04T23:59:60Z')).toMatchObject(wrong('at'))
  const summary = (query: { starts_at: string; ends_at: string }) =>
    api.refusal(getReservationsSummaryRoute, { params, query }, admin.token)
  expect(await summary({ starts_at: on('12:00'), ends_at: on('12:00') })).toMatchObject(wrong('ends_at'))
  const years = { starts_at: on('12:00'), ends_at: '2028-03-04T12:00:00Z' }
  expect(await summary(years)).toMatchObject(wrong('ends_at'))
})

test('computes the board of 1,000 spots of which 50 are closed each night', async () => {
  lot = await aLot(api, {}, 1000)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  const night = { starts_at: '2026-03-03T04:00:00Z', ends_at: '2026-03-03T12:00:00Z' }
  for (const spot_id of lot.spot_ids.slice(0, 50)) {
    await addRule(spot_id, 'CLOSED', night.starts_at, night.ends_at, { repeat_frequency: 'DAILY' })
  }
  const states = await board()
  expect(states.slice(49, 51)).toEqual(['AVAILABLE 03-03T04:00', 'AVAILABLE -'])
})

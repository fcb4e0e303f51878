import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import type { Input } from '@openspot/contract/call.ts'
import { getSpotCalendarRoute, getSpotOccupiedRoute, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
let spot_id: string
beforeAll(async () => {
  api = await testApi()
  driver = await aPerson(api, { first_name: 'Dora' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await begin({})
})

/** Creates a lot to query. The test clock is at 9 AM there. */
async function begin(more: Parameters<typeof aLot>[1]) {
  lot = await aLot(api, more)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  ;[spot_id = ''] = lot.spot_ids
}

/** An instant on the day after tomorrow, March 4. */
const on = (time: string) => `2026-03-04T${time}:00.000Z`
type Query = Input<typeof getSpotOccupiedRoute>['query']
const ask = (query: Query, who = driver) =>
  api.call(getSpotOccupiedRoute, { params: { spot_id }, query }, who.token)
const refused = (query: Query, who = driver) =>
  api.refusal(getSpotOccupiedRoute, { params: { spot_id }, query }, who.token)
const reservation = (starts_at: string, ends_at: string | null, more = {}) =>
  aReservation(api, { lot_id: lot.lot_id, spot_id, user_id: driver.user_id, starts_at, ends_at, ...more })
const close = (starts_at: string, ends_at: string | null, kind: 'OPEN' | 'CLOSED' = 'CLOSED') =>
  api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id }, body: { kind, starts_at, ends_at } },
    admin.token,
  )
const free = { is_occupied: false, is_bookable: true, occupied_until: null }
const taken = { is_occupied: true, is_bookable: false, free_until: null }
const shut = { is_occupied: false, is_bookable: false, occupied_until: null, free_until: null }

test('reports an instant as occupied, as free until the next event, or as closed', async () => {
  expect(await ask({})).toEqual({
    ...free,
    starts_at: '2026-03-02T15:00:00.000Z',
    ends_at: null,
    free_until: null,
  })
  await reservation(on('12:00'), on('14:00'))
  await close(on('16:00'), on('17:00'))
  expect(await ask({})).toMatchObject({ ...free, free_until: on('12:00') })
  expect(await ask({ at: on('11:59') })).toMatchObject({ ...free, free_until: on('12:00') })
  expect(await ask({ at: on('12:00') })).toMatchObject({ ...taken, occupied_until: on('14:00') })
  expect(await ask({ at: on('14:00') })).toMatchObject({ ...free, free_until: on('16:00') })
  expect(await ask({ at: on('16:00') })).toMatchObject(shut)
  expect(await ask({ at: on('17:00') })).toMatchObject({ ...free, free_until: null })
  await reservation(on('20:00'), null)
  expect(await ask({ at: on('22:00') })).toMatchObject({ ...taken, occupied_until: null })
})

test('reports an interval as free only if all of it is', async () => {
  await reservation(on('12:00'), on('14:00'))
  await reservation(on('18:00'), on('19:00'), { status: 'CANCELED' })
  const between = (from: string, to: string) => ask({ starts_at: on(from), ends_at: on(to) })
  expect(await between('10:00', '12:00')).toEqual({
    ...free,
    starts_at: on('10:00'),
    ends_at: on('12:00'),
    free_until: on('12:00'),
  })
  expect(await between('10:00', '12:01')).toMatchObject({ ...taken, occupied_until: on('14:00') })
  expect(await between('13:00', '15:00')).toMatchObject({ ...taken, occupied_until: on('14:00') })
  expect(await between('14:00', '23:00')).toMatchObject({ ...free, free_until: null })
  await close(on('22:00'), null)
  expect(await between('14:00', '22:00')).toMatchObject({ ...free, free_until: on('22:00') })
  expect(await between('14:00', '22:01')).toMatchObject(shut)
})

test('reports an assigned spot as bookable only while its assignee lists it', async () => {
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const give = { params: { spot_id }, body: { assigned_user_id: member.user_id } }
  await api.call(updateSpotRoute, give, admin.token)
  expect(await ask({})).toMatchObject(shut)
  await close(on('12:00'), on('18:00'), 'OPEN')
  expect(await ask({ at: on('12:00') })).toMatchObject({ ...free, free_until: on('18:00') })
  expect(await ask({ starts_at: on('12:00'), ends_at: on('19:00') })).toMatchObject(shut)
})

test('reports a spot as not bookable without a rate or outside the opening hours', async () => {
  await begin({ hour_cents: null, day_cents: null })
  expect(await ask({})).toMatchObject(shut)
  await api.call(updateSpotRoute, { params: { spot_id }, body: { rates: { hour_cents: 5 } } }, admin.token)
  expect(await ask({})).toMatchObject(free)
  const daily = [{ opens: '08:00', closes: '18:00' }]
  const opening_hours = JSON.stringify({ MON: daily, TUE: daily, WED: daily })
  await begin({ opening_hours, overnight_allowed: true })
  // 18:00 in Chicago is midnight UTC.
  expect(await ask({})).toMatchObject({ ...free, free_until: null })
  expect(await ask({ at: '2026-03-03T00:00:00Z' })).toMatchObject(shut)
  const night = { starts_at: '2026-03-02T23:00:00Z', ends_at: '2026-03-03T15:00:00Z' }
  expect(await ask(night)).toMatchObject(free)
  await begin({ opening_hours, overnight_allowed: false })
  expect(await ask({})).toMatchObject({ ...free, free_until: '2026-03-03T00:00:00.000Z' })
  expect(await ask(night)).toMatchObject(shut)
})

test('rejects contradictory, incomplete, or out-of-range queries with 400 on their field', async () => {
  const wrong = (field: string) => ({ status: 400, code: 'request_invalid', field })
  expect(await refused({ at: on('12:00'), starts_at: on('12:00') })).toMatchObject(wrong('at'))
  expect(await refused({ starts_at: on('12:00') })).toMatchObject(wrong('ends_at'))
  expect(await refused({ ends_at: on('12:00') })).toMatchObject(wrong('starts_at'))
  expect(await refused({ starts_at: on('12:00'), ends_at: on('12:00') })).toMatchObject(wrong('ends_at'))
  const years = { starts_at: on('12:00'), ends_at: '2027-03-06T12:00:00Z' }
  expect(await refused(years)).toMatchObject(wrong('ends_at'))
  expect(await refused({ at: '9999-03-04T12:00:00Z' })).toMatchObject(wrong('at'))
  expect(await refused({ at: 'now' })).toMatchObject(wrong('at'))
  // A clock may be slow, so recent instants are accepted; drivers may not query further back.
  expect(await ask({ at: '2026-03-02T14:30:00Z' })).toMatchObject(free)
  expect(await refused({ at: '2026-03-02T14:29:00Z' })).toMatchObject(wrong('at'))
  const past = { starts_at: '2026-03-01T14:29:00Z', ends_at: on('12:00') }
  expect(await refused(past)).toMatchObject(wrong('starts_at'))
  await reservation('2026-03-01T12:00:00Z', '2026-03-01T18:00:00Z')
  expect(await ask(past, admin)).toMatchObject({ ...taken, occupied_until: '2026-03-01T18:00:00.000Z' })
})

test('rejects anonymous callers with 401 and hides a private lot with 404', async () => {
  expect(await api.refusal(getSpotOccupiedRoute, { params: { spot_id }, query: {} })).toMatchObject({
    status: 401,
  })
  await begin({ is_private: true })
  expect(await refused({})).toMatchObject({ status: 404 })
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  expect(await ask({}, member)).toMatchObject(free)
})

test('shows staff the reservation and the closing availability rule of each part of the calendar', async () => {
  const car = await api.call(createCarRoute, { body: { plate: 'BD 51 SMR', region: 'IL' } }, driver.token)
  const id = await reservation(on('12:00'), on('14:00'), { car_id: car.id })
  const open_ended = await reservation(on('18:00'), null, { status: 'PENDING', hold_expires_at: on('18:00') })
  const rule = await close(on('13:00'), on('15:00'))
  const query = { starts_at: on('11:00'), ends_at: on('20:00') }
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const { parts } = await api.call(getSpotCalendarRoute, { params: { spot_id }, query }, patroller.token)
  const part = (from: string, to: string, state: string, more = {}) => ({
    starts_at: on(from),
    ends_at: on(to),
    state,
    reservation: null,
    availability_id: null,
    ...more,
  })
  expect(parts).toEqual([
    part('11:00', '12:00', 'OPEN'),
    part('12:00', '14:00', 'TAKEN', {
      reservation: { id, status: 'ACTIVE', name: 'Dora Example', plate: 'BD 51 SMR' },
    }),
    part('14:00', '15:00', 'CLOSED', { availability_id: rule.id }),
    part('15:00', '18:00', 'OPEN'),
    part('18:00', '20:00', 'TAKEN', {
      reservation: { id: open_ended, status: 'PENDING', name: 'Dora Example', plate: null },
    }),
  ])
  const input = { params: { spot_id }, query }
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  for (const who of [member, driver]) {
    expect(await api.refusal(getSpotCalendarRoute, input, who.token)).toMatchObject({ status: 403 })
  }
  const long = { ...input, query: { ...query, ends_at: '2026-06-05T11:00:00Z' } }
  expect(await api.refusal(getSpotCalendarRoute, long, admin.token)).toMatchObject({
    status: 400,
    field: 'ends_at',
  })
})

test('names no availability rule for a repeated closure beyond the horizon', async () => {
  await api.call(
    createSpotAvailabilityRoute,
    {
      params: { spot_id },
      body: { kind: 'CLOSED', starts_at: on('12:00'), ends_at: on('13:00'), repeat_frequency: 'WEEKLY' },
    },
    admin.token,
  )
  const query = { starts_at: '2027-05-05T20:00:00Z', ends_at: '2027-05-07T00:00:00Z' }
  const { parts } = await api.call(getSpotCalendarRoute, { params: { spot_id }, query }, admin.token)
  expect(parts).toMatchObject([
    { state: 'OPEN', ends_at: '2027-05-06T00:00:00.000Z' },
    { state: 'CLOSED', availability_id: null },
  ])
  expect(await ask({ at: '2027-05-05T20:00:00Z' })).toMatchObject({ free_until: '2027-05-06T00:00:00.000Z' })
  expect(await ask({ at: '2028-05-05T20:00:00Z' })).toMatchObject(shut)
})

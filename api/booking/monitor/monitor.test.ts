import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import {
  getReservationsSummaryRoute,
  listMonitorSpotsRoute,
  listMonitorVehiclesRoute,
} from '@openspot/contract/booking/monitor.ts'
import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import type { Input } from '@openspot/contract/call.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api, { first_name: 'Dora' })
})
afterAll(() => api.close())

/** Reads an event stream, runs `meanwhile`, and waits for an event of the given name. */
async function firstEvent(
  path: string,
  token: string,
  name: string,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const stop = new AbortController()
  const answer = await fetch(api.base + path, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let isDone = false
  while (reader) {
    const { value } = await reader.read()
    text += value ?? ''
    if (text.includes('event: ready') && !isDone) {
      expect(text).not.toContain(`event: ${name}`)
      await meanwhile()
      isDone = true
    }
    if (text.includes(`event: ${name}`)) break
  }
  stop.abort()
}

test('shows a booking on the board and sends a change event for it', async () => {
  const params = { lot_id: lot.lot_id }
  const car = await api.call(createCarRoute, { body: { plate: 'BD 51 SMR', region: 'IL' } }, driver.token)
  const [spot_id = ''] = lot.spot_ids
  const payment_method_id = await aCard(api, driver)
  await firstEvent(`/api/v1/monitor/lots/${lot.lot_id}/events`, admin.token, 'change', () =>
    bookAs(api, driver, { spot_id, payment_method_id, car_id: car.id }),
  )

  const before = await api.call(listMonitorSpotsRoute, { params, query: {} }, admin.token)
  expect(before.items[0]).toMatchObject({
    state: 'AVAILABLE',
    occupant: null,
    next: { name: 'Dora Example', plate: 'BD 51 SMR' },
  })
  api.ports.advance({ hours: 2 })
  const during = await api.call(listMonitorSpotsRoute, { params, query: {} }, admin.token)
  expect(during.items[0]).toMatchObject({ state: 'RENTED_UNTIL', until: before.items[0]?.next?.ends_at })
  expect(during.items.slice(1).map((spot) => spot.state)).toEqual(['AVAILABLE', 'AVAILABLE'])
  const vehicles = await api.call(listMonitorVehiclesRoute, { params, query: {} }, admin.token)
  expect(vehicles.items).toMatchObject([
    { plate: 'BD 51 SMR', region: 'IL', right: 'RESERVATION', spot_label: 'A1' },
  ])
})

test('lists vehicles of assignees and group members only while nobody else occupies their spot', async () => {
  const place = await aLot(api, {}, 3)
  const boss = await aMember(api, place.lot_id, 'ADMIN')
  const assignee = await aMember(api, place.lot_id, 'MEMBER')
  const [own = '', shared = '', plain = ''] = place.spot_ids
  const { pool } = api.deps.database
  const { rows } = await pool.query<{ id: string }>(
    `insert into groups (lot_id, name) values ($1, 'House') returning id`,
    [place.lot_id],
  )
  const group_id = rows[0]?.id ?? ''
  const inGroup = await aMember(api, place.lot_id, 'MEMBER')
  await pool.query('update memberships set group_id = $1 where user_id = $2', [group_id, inGroup.user_id])
  const assign = (spot_id: string, body: Input<typeof updateSpotRoute>['body']) =>
    api.call(updateSpotRoute, { params: { spot_id }, body }, boss.token)
  await assign(own, { assigned_user_id: assignee.user_id })
  await assign(shared, { assigned_group_id: group_id })
  await api.call(createCarRoute, { body: { plate: 'HOLD 1', region: 'IL' } }, assignee.token)
  await api.call(createCarRoute, { body: { plate: 'HOUSE 1', region: 'IL' } }, inGroup.token)
  const lapsed = await api.call(createCarRoute, { body: { plate: 'OLD 1', region: 'IL' } }, assignee.token)
  await pool.query('update cars set valid_until = $2 where id = $1', [
    lapsed.id,
    api.ports.now().toISOString(),
  ])
  const seen = async () =>
    (
      await api.call(listMonitorVehiclesRoute, { params: { lot_id: place.lot_id }, query: {} }, boss.token)
    ).items.map(({ plate, right, spot_label }) => `${plate} ${right} ${spot_label}`)
  expect(await seen()).toEqual(['HOLD 1 ASSIGNED A1', 'HOUSE 1 ASSIGNED A2'])

  // While the spot is sublet, only the renter's vehicle may park there.
  const starts_at = api.ports.now().toISOString()
  await api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id: own }, body: { kind: 'OPEN', starts_at, ends_at: null } },
    assignee.token,
  )
  const car = await api.call(createCarRoute, { body: { plate: 'GUEST 1', region: 'IL' } }, driver.token)
  const there = { lot_id: place.lot_id, starts_at }
  await aReservation(api, { ...there, spot_id: own, user_id: driver.user_id, car_id: car.id })
  expect(await seen()).toEqual(['GUEST 1 RESERVATION A1', 'HOUSE 1 ASSIGNED A2'])
  await aReservation(api, { ...there, spot_id: plain, user_id: assignee.user_id })
  expect(await seen()).toEqual(['GUEST 1 RESERVATION A1', 'HOUSE 1 ASSIGNED A2'])
})

test('counts reservations in the summary and shows paid_cents to admins only', async () => {
  const params = { lot_id: lot.lot_id }
  const summary = await api.call(getReservationsSummaryRoute, { params, query: {} }, admin.token)
  expect(summary).toMatchObject({
    active: 1,
    starting: 1,
    ending: 1,
    long: 0,
    short: 1,
    subleased: 0,
    free_spots: 2,
    paid_cents: 899,
  })
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect(await api.call(getReservationsSummaryRoute, { params, query: {} }, patroller.token)).toMatchObject({
    active: 1,
    paid_cents: null,
  })
})

test('counts reservations of a spot that is assigned to someone else as subleased', async () => {
  const host = await aMember(api, lot.lot_id, 'MEMBER')
  const own = await aLot(api, {}, 2)
  const staff = await aMember(api, own.lot_id, 'ADMIN')
  const [hosted = '', plain = ''] = own.spot_ids
  const at = (hours: number) => new Date(api.ports.now().getTime() + hours * 3_600_000).toISOString()
  const times = { lot_id: own.lot_id, starts_at: at(3), ends_at: at(5) }
  for (const spot_id of [hosted, plain])
    await aReservation(api, { ...times, spot_id, user_id: driver.user_id })
  await api.deps.database.pool.query('update spots set assigned_user_id = $1 where id = $2', [
    host.user_id,
    hosted,
  ])
  const params = { lot_id: own.lot_id }
  const query = { starts_at: at(3), ends_at: at(5) }
  const counts = () => api.call(getReservationsSummaryRoute, { params, query }, staff.token)
  expect(await counts()).toMatchObject({ active: 2, subleased: 1 })
  await api.deps.database.pool.query('update spots set assigned_user_id = $1 where id = $2', [
    driver.user_id,
    hosted,
  ])
  expect(await counts()).toMatchObject({ active: 2, subleased: 0 })
})

test('shows a spot as assigned while its assignee, or a member of its group, is there themselves', async () => {
  const place = await aLot(api, {}, 3)
  const boss = await aMember(api, place.lot_id, 'ADMIN')
  const [assignee, inGroup, stranger] = [
    await aMember(api, place.lot_id, 'MEMBER'),
    await aMember(api, place.lot_id, 'MEMBER'),
    await aPerson(api),
  ]
  const { pool } = api.deps.database
  const { rows } = await pool.query<{ id: string }>(
    `insert into groups (lot_id, name) values ($1, 'House') returning id`,
    [place.lot_id],
  )
  const group_id = rows[0]?.id ?? ''
  await pool.query('update memberships set group_id = $1 where user_id = $2', [group_id, inGroup.user_id])
  const [own = '', shared = '', sublet = ''] = place.spot_ids
  const starts_at = new Date(api.ports.now().getTime() - 600_000).toISOString()
  const ends_at = new Date(api.ports.now().getTime() + 3_600_000).toISOString()
  for (const [spot_id, by] of [
    [own, assignee],
    [shared, inGroup],
    [sublet, stranger],
  ] as const)
    await aReservation(api, { lot_id: place.lot_id, spot_id, user_id: by.user_id, starts_at, ends_at })
  await pool.query('update spots set assigned_user_id = $2 where id = any ($1)', [
    [own, sublet],
    assignee.user_id,
  ])
  await pool.query('update spots set assigned_group_id = $2 where id = $1', [shared, group_id])
  const { items } = await api.call(
    listMonitorSpotsRoute,
    { params: { lot_id: place.lot_id }, query: {} },
    boss.token,
  )
  expect(items.map(({ state }) => state)).toEqual(['ASSIGNED', 'ASSIGNED', 'SUBLEASED_UNTIL'])
})

test('shows no spot as available, and counts none as free, in a lot that takes no bookings', async () => {
  const place = await aLot(api, {}, 2)
  const boss = await aMember(api, place.lot_id, 'ADMIN')
  const board = async () => {
    const params = { lot_id: place.lot_id }
    const { items } = await api.call(listMonitorSpotsRoute, { params, query: {} }, boss.token)
    const range = {
      starts_at: api.ports.now().toISOString(),
      ends_at: new Date(api.ports.now().getTime() + 3_600_000).toISOString(),
    }
    const { free_spots } = await api.call(getReservationsSummaryRoute, { params, query: range }, boss.token)
    return { states: items.map(({ state }) => state), free_spots }
  }
  expect(await board()).toEqual({ states: ['AVAILABLE', 'AVAILABLE'], free_spots: 2 })
  await api.deps.database.pool.query('update lots set plan_ended_at = $2 where id = $1', [
    place.lot_id,
    api.ports.now().toISOString(),
  ])
  api.ports.advance({ minutes: 2 })
  expect(await board()).toEqual({ states: ['UNAVAILABLE', 'UNAVAILABLE'], free_spots: 0 })
})

test('rejects members and strangers with 403 and anonymous callers with 401', async () => {
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const input = { params: { lot_id: lot.lot_id }, query: {} }
  expect(await api.refusal(listMonitorSpotsRoute, input, member.token)).toMatchObject({ status: 403 })
  expect(await api.refusal(listMonitorSpotsRoute, input, driver.token)).toMatchObject({ status: 403 })
  expect(await api.refusal(listMonitorSpotsRoute, input)).toMatchObject({ status: 401 })
  const stream = await fetch(`${api.base}/api/v1/monitor/lots/${lot.lot_id}/events`, {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(stream.status).toBe(403)
})

test('removes a canceled reservation from the board', async () => {
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[1] ?? '',
    payment_method_id: await aCard(api, driver),
  })
  await api.call(
    cancelReservationRoute,
    { params: { reservation_id: reservation.id }, body: { refund_cents: 899 } },
    driver.token,
  )
  const board = await api.call(
    listMonitorSpotsRoute,
    { params: { lot_id: lot.lot_id }, query: { at: reservation.starts_at } },
    admin.token,
  )
  expect(board.items[1]).toMatchObject({ state: 'AVAILABLE', occupant: null })
})

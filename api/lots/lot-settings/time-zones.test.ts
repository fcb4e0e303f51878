import type { Input } from '@openspot/contract/call.ts'
import { getLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { getTimeZoneRoute } from '@openspot/contract/lots/time-zones.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { clockOf } from '../../testing/factories/search-world.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

type Patch = Input<typeof updateLotRoute>['body']
const refused = (lot: { lot_id: string }, body: Patch, token: string) =>
  api.refusal(updateLotRoute, { params: { lot_id: lot.lot_id }, body }, token)
const change = (lot: { lot_id: string }, body: Patch, token: string) =>
  api.call(updateLotRoute, { params: { lot_id: lot.lot_id }, body }, token)

test('a new lot in Williston gets the time zone of the town, and one that names another zone keeps that', async () => {
  const { token } = await aPerson(api)
  const body = { name: 'Main Street lot', lat: 48.14697, lng: -103.61797 }
  expect((await api.call(createLotRoute, { body }, token)).time_zone).toBe('America/Chicago')
  const chosen = { ...body, time_zone: 'America/Denver' }
  expect((await api.call(createLotRoute, { body: chosen }, token)).time_zone).toBe('America/Denver')
})

test('the time zone of a location is told to people who are signed in, with the zones nearby whose clocks differ', async () => {
  const { token } = await aPerson(api)
  const query = { lat: 32.72532, lng: -114.6244 }
  expect(await api.call(getTimeZoneRoute, { query }, token)).toEqual({
    time_zone: 'America/Phoenix',
    nearby: ['America/Los_Angeles'],
  })
  expect(await api.refusal(getTimeZoneRoute, { query })).toMatchObject({ status: 401 })
})

async function bookedLot() {
  const lot = await aLot(api)
  const { token } = await aMember(api, lot.lot_id, 'ADMIN')
  const driver = await aPerson(api)
  const at = clockOf(api)
  const payment_method_id = await aCard(api, driver)
  const spot_id = lot.spot_ids[0] ?? ''
  await bookAs(api, driver, { spot_id, starts_at: at(26), ends_at: at(28), payment_method_id })
  return { lot, token }
}

test('a time zone that changes the local times of reservations is refused with their number and the minutes, until it is confirmed', async () => {
  const { lot, token } = await bookedLot()
  const effect = { reservations: 1, min_minutes: 60, max_minutes: 60 }
  const answer = {
    status: 409,
    code: 'time_zone_moves_reservations',
    field: 'time_zone',
    details: { time_zone: 'America/New_York', ...effect },
  }
  const patch = { time_zone: 'America/New_York' }
  expect(await refused(lot, patch, token)).toMatchObject(answer)
  // A move to the other side of a line changes the zone as well.
  const move = { lat: 40.71, lng: -74.006 }
  expect(await refused(lot, move, token)).toMatchObject(answer)
  // Another zone was confirmed.
  const other = { ...patch, confirmed_time_zone: 'America/Denver' }
  expect(await refused(lot, other, token)).toMatchObject(answer)
  const before = await api.call(getLotRoute, { params: { lot_id: lot.lot_id } }, token)
  expect(before).toMatchObject({ time_zone: 'America/Chicago', version: 1 })
  const confirmed = { ...move, confirmed_time_zone: 'America/New_York' }
  expect(await change(lot, confirmed, token)).toMatchObject({ time_zone: 'America/New_York', ...move })
})

test('a zone to the west makes local times earlier, and one with the same clocks needs no confirmation', async () => {
  const { lot, token } = await bookedLot()
  expect(await refused(lot, { time_zone: 'America/Los_Angeles' }, token)).toMatchObject({
    details: { min_minutes: -120, max_minutes: -120 },
  })
  expect((await change(lot, { time_zone: 'America/Menominee' }, token)).time_zone).toBe('America/Menominee')
})

test('a monthly reservation needs a confirmation if the clocks of both zones agree only in winter', async () => {
  const lot = await aLot(api, { month_cents: 20_000 })
  const { token } = await aMember(api, lot.lot_id, 'ADMIN')
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const starts_at = clockOf(api)(26)
  await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', starts_at, ends_at: null, payment_method_id })
  expect(await refused(lot, { time_zone: 'America/Regina' }, token)).toMatchObject({
    code: 'time_zone_moves_reservations',
    details: { reservations: 1, min_minutes: -60, max_minutes: -60 },
  })
})

test('reservations that ended or were canceled need no confirmation', async () => {
  const { lot, token } = await bookedLot()
  await api.deps.database.pool.query(
    `update reservations set status = 'CANCELED', canceled_at = $2 where lot_id = $1`,
    [lot.lot_id, api.ports.now().toISOString()],
  )
  expect((await change(lot, { time_zone: 'America/New_York' }, token)).time_zone).toBe('America/New_York')
})

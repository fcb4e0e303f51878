import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import { changeByStaffRoute, previewStaffChangeRoute } from '@openspot/contract/booking/staff-changes.ts'
import { getTimelineRoute } from '@openspot/contract/booking/timeline.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const at = (hours: number) =>
  new Date(Math.ceil(api.ports.now().getTime() / 3_600_000) * 3_600_000 + hours * 3_600_000).toISOString()

async function aTimeline() {
  const lot = await aLot(api, {}, 4)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const [first = '', second = ''] = lot.spot_ids
  const book = (spot_id: string, hoursAhead: number) =>
    bookAs(api, driver, { spot_id, payment_method_id, ...twoHours(api, hoursAhead) })
  const { reservation } = await book(first, 2)
  await book(first, 400)
  const closure = { kind: 'CLOSED' as const, starts_at: at(10), ends_at: at(12) }
  await api.call(createSpotAvailabilityRoute, { params: { spot_id: second }, body: closure }, admin.token)
  const read = (query: object = {}, token = admin.token) =>
    api.call(
      getTimelineRoute,
      { params: { lot_id: lot.lot_id }, query: { starts_at: at(0), ends_at: at(48), ...query } },
      token,
    )
  return { lot, admin, patroller, driver, reservation, read }
}

test('shows each spot with the reservations and closures that overlap the time range, in order of the spots', async () => {
  const { read, reservation } = await aTimeline()
  const { spot_count, items } = await read()
  expect(spot_count).toBe(4)
  expect(items.map(({ label }) => label)).toEqual(['A1', 'A2', 'A3', 'A4'])
  expect(items[0]?.reservations).toEqual([
    {
      id: reservation.id,
      status: 'ACTIVE',
      starts_at: reservation.starts_at,
      ends_at: reservation.ends_at,
      version: reservation.version,
      name: 'Ada Example',
      plate: null,
      has_open_bill: false,
    },
  ])
  expect(items[1]).toMatchObject({ reservations: [], closures: [{ starts_at: at(10), ends_at: at(12) }] })
  expect((await read({ starts_at: reservation.ends_at })).items[0]?.reservations).toEqual([])
})

test('returns a part of the spots that match a label or zone, with the number of all of them', async () => {
  const { lot, read } = await aTimeline()
  expect(await read({ offset: 1, limit: 2 })).toMatchObject({
    spot_count: 4,
    items: [{ label: 'A2' }, { label: 'A3' }],
  })
  expect(await read({ q: 'a3' })).toMatchObject({ spot_count: 1, items: [{ label: 'A3' }] })
  expect(await read({ q: '%' })).toMatchObject({ spot_count: 0, items: [] })
  const { db } = api.deps.database
  const zone = await db
    .insertInto('zones')
    .values({ lot_id: lot.lot_id, name: 'Roof' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('spots')
    .set({ zone_id: zone.id })
    .where('id', '=', lot.spot_ids[3] ?? '')
    .execute()
  expect(await read({ zone_id: zone.id })).toMatchObject({
    spot_count: 1,
    items: [{ label: 'A4', zone_name: 'Roof' }],
  })
})

test('marks a reservation with an open bill, except for patrollers', async () => {
  const { admin, patroller, reservation, read } = await aTimeline()
  const params = { reservation_id: reservation.id }
  const ends_at = new Date(Date.parse(reservation.ends_at ?? '') + 3_600_000).toISOString()
  const { version, difference_cents } = await api.call(
    previewStaffChangeRoute,
    { params, query: { ends_at } },
    admin.token,
  )
  const order = {
    params,
    body: { version, difference_cents, ends_at },
    idempotency_key: secretWord(api.ports),
  }
  await api.call(changeByStaffRoute, order, admin.token)
  const seen = (token: string) => read({}, token).then(({ items }) => items[0]?.reservations[0])
  expect(await seen(admin.token)).toMatchObject({ ends_at, has_open_bill: true })
  expect(await seen(patroller.token)).toMatchObject({ ends_at, has_open_bill: false })
})

test('rejects a time range that is empty or longer than 62 days, by field', async () => {
  const { lot, admin } = await aTimeline()
  const refused = (query: { starts_at: string; ends_at: string }) =>
    api.refusal(getTimelineRoute, { params: { lot_id: lot.lot_id }, query }, admin.token)
  for (const query of [
    { starts_at: at(0), ends_at: at(0) },
    { starts_at: at(0), ends_at: at(63 * 24) },
  ])
    expect(await refused(query)).toMatchObject({ status: 400, field: 'ends_at' })
})

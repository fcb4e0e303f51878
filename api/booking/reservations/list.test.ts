import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import {
  getReservationExplanationRoute,
  listParkHistoryRoute,
} from '@openspot/contract/booking/reservations.ts'
import { cancelByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
let payment_method_id: string
let car_id: string

/** Reservations by their state at the time of the queries. */
const ids = { over: '', running: '', soon: '', later: '', canceled: '' }
const nameOf = (id: string) => Object.entries(ids).find(([, one]) => one === id)?.[0] ?? id
const spot = (at: number) => lot.spot_ids[at] ?? ''

beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 5)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api, { first_name: 'Dora' })
  payment_method_id = await aCard(api, driver)
  car_id = (await api.call(createCarRoute, { body: { plate: 'BD 51 SMR', region: 'IL' } }, driver.token)).id
  const book = async (at: number, hoursAhead: number, hours = 2) =>
    (
      await bookAs(api, driver, {
        spot_id: spot(at),
        ...twoHours(api, hoursAhead, hours),
        payment_method_id,
        car_id,
      })
    ).reservation.id
  ids.over = await book(0, 1)
  ids.running = await book(1, 1, 40)
  ids.soon = await book(2, 26)
  ids.later = await book(3, 50)
  ids.canceled = await book(4, 26)
  const params = { reservation_id: ids.canceled }
  const { refund_cents } = await api.call(getCancellationRoute, { params }, driver.token)
  await api.call(
    cancelReservationRoute,
    { params, body: { refund_cents, reason: 'Another day' } },
    driver.token,
  )
  api.ports.advance({ hours: 6 })
})
afterAll(() => api.close())

type Query = Parameters<typeof api.call<typeof listParkHistoryRoute>>[1]['query']
const ask = (query: Query, person = admin) =>
  api.call(listParkHistoryRoute, { query: { lot_id: lot.lot_id, ...query } }, person.token)
const names = async (query: Query) => (await ask(query)).items.map(({ id }) => nameOf(id))

test('filters a lot’s reservations by whether they are over, in progress, or ahead', async () => {
  expect(await names({ when: 'running' })).toEqual(['running'])
  expect(await names({ when: 'ahead' })).toEqual(['later', 'soon'])
  expect(await names({ when: 'upcoming' })).toEqual(['later', 'soon', 'running'])
  expect((await names({ when: 'past' })).sort()).toEqual(['canceled', 'over'])
})

test('lists reservations latest or earliest first, page by page without gaps', async () => {
  expect(await names({ when: 'upcoming', sort: 'earliest' })).toEqual(['running', 'soon', 'later'])
  for (const sort of ['latest', 'earliest'] as const) {
    const whole = await names({ sort, limit: 100 })
    const pages: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask({
        sort,
        limit: 2,
        ...(cursor ? { cursor } : {}),
      })
      expect(page.items.length).toBeLessThanOrEqual(2)
      pages.push(...page.items.map(({ id }) => nameOf(id)))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(pages).toEqual(whole)
    expect(new Set(pages).size).toBe(5)
  }
})

test('filters by plate, name, spot, status, and time in combination', async () => {
  expect((await names({ q: 'bd51' })).length).toBe(5)
  expect((await names({ q: 'dora ex' })).length).toBe(5)
  expect(await names({ q: 'A3' })).toEqual(['soon'])
  expect(await names({ q: 'nobody' })).toEqual([])
  // A wildcard in the search text is an ordinary character.
  expect(await names({ q: '%' })).toEqual([])
  expect(await names({ status: 'CANCELED', q: 'dora' })).toEqual(['canceled'])
  expect(await names({ spot_id: spot(3) })).toEqual(['later'])
  const now = api.ports.now().toISOString()
  expect(await names({ starts_at: now, ends_at: new Date(Date.parse(now) + 60_000).toISOString() })).toEqual([
    'running',
  ])
})

test('rejects invalid filters by name with 400 and other callers with 403 or 401', async () => {
  const refused = async (query: Record<string, unknown>) => {
    const { status, field } = await api.refusal(
      listParkHistoryRoute,
      { query: { lot_id: lot.lot_id, ...query } },
      admin.token,
    )
    return [status, field]
  }
  expect(await refused({ when: 'never' })).toEqual([400, 'when'])
  expect(await refused({ sort: 'up' })).toEqual([400, 'sort'])
  expect(await refused({ status: 'GONE' })).toEqual([400, 'status'])
  expect(await refused({ starts_at: 'today' })).toEqual([400, 'starts_at'])
  expect(await refused({ cursor: 'x' })).toEqual([400, 'cursor'])
  expect(await refused({ colour: 'blue' })).toEqual([400, 'colour'])
  const stranger = await aPerson(api)
  const query = { lot_id: lot.lot_id }
  expect((await api.refusal(listParkHistoryRoute, { query }, stranger.token)).status).toBe(403)
  expect((await api.refusal(listParkHistoryRoute, { query })).status).toBe(401)
})

test('shows patrollers reservations without prices', async () => {
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const { items } = await ask({ when: 'running' }, patroller)
  expect(items).toMatchObject([{ id: ids.running, total_cents: null, driver: { first_name: 'Dora' } }])
})

test('previews a cancellation’s refund to the driver and admins but not to patrollers or others', async () => {
  const params = { reservation_id: ids.later }
  const theirs = await api.call(getCancellationRoute, { params }, driver.token)
  expect(await api.call(getCancellationRoute, { params }, admin.token)).toEqual(theirs)
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect((await api.refusal(getCancellationRoute, { params }, patroller.token)).status).toBe(403)
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'ADMIN')
  expect((await api.refusal(getCancellationRoute, { params }, elsewhere.token)).status).toBe(404)

  const reason = 'Works on the drain'
  await api.call(
    cancelByStaffRoute,
    { params, body: { reason }, idempotency_key: secretWord(api.ports) },
    admin.token,
  )
  expect((await api.call(getReservationExplanationRoute, { params }, admin.token)).cancel_reason).toBe(reason)
  expect((await api.call(getReservationExplanationRoute, { params }, driver.token)).cancel_reason).toBe(
    reason,
  )
})

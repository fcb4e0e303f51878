import {
  createMyCalendarFeedRoute,
  deleteMyCalendarFeedRoute,
  getMyCalendarFeedRoute,
} from '@openspot/contract/booking/calendar-feeds.ts'
import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { startGuestRoute } from '@openspot/contract/identity/auth.ts'
import { exportMyDataRoute } from '@openspot/contract/identity/my-data.ts'
import { readCalendar } from '@openspot/core/testing/icalendar.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { solvedCheck } from '../../testing/sign-in.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 20)
})
afterAll(() => api.close())

async function book(driver: Person, hoursAhead = 30) {
  const payment_method_id = await aCard(api, driver)
  const times = twoHours(api, hoursAhead)
  return (await bookAs(api, driver, { lot_id: lot.lot_id, payment_method_id, ...times })).reservation
}
const create = async ({ token }: Person) => (await api.call(createMyCalendarFeedRoute, {}, token)).url
/** As a calendar app does: without a session, at the address only. */
const read = (url: string) => fetch(`${api.base}${new URL(url).pathname}`)
const eventsAt = async (url: string) => readCalendar(await (await read(url)).text()).events
const stateOf = async ({ token }: Person) => (await api.call(getMyCalendarFeedRoute, {}, token)).feed

test('a calendar app reads the reservations of the person who created the address, and no one else’s', async () => {
  const driver = await aPerson(api)
  const mine = await book(driver)
  await book(await aPerson(api))
  expect(await stateOf(driver)).toBeNull()
  const url = await create(driver)
  const answer = await read(url)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const { properties, events } = readCalendar(await answer.text())
  expect(properties['NAME']).toBe('Openspot parking')
  expect(events.map(({ UID }) => UID)).toEqual([`${mine.id}@openspot`])
  expect(await stateOf(driver)).toMatchObject({ last_read_at: api.ports.now().toISOString() })
})

test('a canceled reservation and one that ended 30 days ago are no longer in it', async () => {
  const driver = await aPerson(api)
  const url = await create(driver)
  const { id: reservation_id } = await book(driver)
  const params = { reservation_id }
  const { refund_cents } = await api.call(getCancellationRoute, { params }, driver.token)
  await api.call(cancelReservationRoute, { params, body: { refund_cents } }, driver.token)
  expect(await eventsAt(url)).toEqual([])
  await book(driver)
  api.ports.advance({ days: 20 })
  expect(await eventsAt(url)).toHaveLength(1)
  api.ports.advance({ days: 15 })
  expect(await eventsAt(url)).toEqual([])
})

test('a replaced and a deactivated address answer 404, as one that never existed', async () => {
  const driver = await aPerson(api)
  const first = await create(driver)
  const second = await create(driver)
  expect(second).not.toBe(first)
  expect((await read(first)).status).toBe(404)
  expect((await read(second)).status).toBe(200)
  await api.call(deleteMyCalendarFeedRoute, {}, driver.token)
  expect((await read(second)).status).toBe(404)
  expect((await read(first.replace(/feeds\/\w+/, `feeds/${'x'.repeat(40)}`))).status).toBe(404)
})

test('the address is not stored, and the copy of my data has no trace that would open it', async () => {
  const driver = await aPerson(api)
  const url = await create(driver)
  const token = /feeds\/(\w+)/.exec(url)?.[1] ?? ''
  expect(token).toHaveLength(40)
  const { rows } = await api.deps.database.pool.query(
    'select calendar_feeds::text as row from calendar_feeds',
  )
  expect(JSON.stringify(rows)).not.toContain(token)
  const { data } = await api.call(exportMyDataRoute, {}, driver.token)
  expect(data['calendar_feeds']).toEqual([expect.objectContaining({ user_id: driver.user_id })])
  expect(Object.keys(data['calendar_feeds']?.[0] ?? {})).not.toContain('token_hash')
})

test('a guest who only typed an address is refused, because its owner may be someone else', async () => {
  const body = {
    email: 'typed@people.example',
    first_name: 'Gil',
    last_name: 'Guest',
    bot_check: await solvedCheck(api),
  }
  const { token } = await api.call(startGuestRoute, { body })
  expect(await api.refusal(createMyCalendarFeedRoute, {}, token)).toMatchObject({ code: 'forbidden' })
})

test('a ban, a stopped change of the account, and deletion end the address', async () => {
  const { pool, db } = api.deps.database
  const now = api.ports.now().toISOString()
  const ends: Record<string, (user_id: string) => Promise<unknown>> = {
    ban: (user_id) =>
      db.updateTable('users').set({ account_status: 'BANNED' }).where('id', '=', user_id).execute(),
    stop: (user_id) => pool.query('select lock_out($1, $2)', [user_id, now]),
    erasure: (user_id) => pool.query('select forget_person($1, $2)', [user_id, now]),
  }
  for (const [name, end] of Object.entries(ends)) {
    const driver = await aPerson(api)
    const url = await create(driver)
    await end(driver.user_id)
    expect([name, (await read(url)).status]).toEqual([name, 404])
  }
})

test('is read at most 60 times an hour, for each address', async () => {
  const url = await create(await aPerson(api))
  const other = await create(await aPerson(api))
  const answers = await Promise.all(Array.from({ length: 61 }, () => read(url)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(answers.find(({ status }) => status !== 200)?.status).toBe(429)
  expect((await read(other)).status).toBe(200)
})

import { randomUUID } from 'node:crypto'
import {
  getPageHoldRoute,
  type PlacedPageHold,
  placePageHoldRoute,
  releasePageHoldRoute,
} from '@openspot/contract/booking/page-holds.ts'
import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { call, type Input } from '@openspot/contract/call.ts'
import { searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson } from '../../testing/factories/people.ts'
import { bookAs, prepareBooking, twoHours } from '../../testing/factories/reservations.ts'
import { expirePageHolds } from './expire.ts'

let api: TestApi
let lot: TestLot
let when: { starts_at: string; ends_at: string }

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, {}, 10)
  when = twoHours(api, 2)
})

const spot = (at: number) => lot.spot_ids[at] ?? ''
type Asked = Partial<Input<typeof placePageHoldRoute>['body']>

/** A browser, which keeps its cookie, or a signed-in driver in it. */
function aBrowser(token: string | null = null, address = '203.0.113.7') {
  let cookie = ''
  const headers = () => ({
    'x-forwarded-for': address,
    ...(cookie ? { cookie } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  })
  const options = () => ({
    base: api.base,
    headers: headers(),
    fetch: async (...[url, init]: Parameters<typeof fetch>) => {
      const answer = await fetch(url, init)
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return answer
    },
  })
  return {
    cookie: () => cookie,
    hold: (more: Asked = {}, page_id = randomUUID()): Promise<PlacedPageHold> => {
      const where = more.lot_id ? {} : { spot_id: spot(0) }
      return call(placePageHoldRoute, { body: { page_id, ...where, ...when, ...more } }, options())
    },
    leave: (page_id: string) => call(releasePageHoldRoute, { params: { page_id } }, options()),
    current: async () => (await call(getPageHoldRoute, { params: { lot_id: lot.lot_id } }, options())).hold,
    quote: (more: Asked = {}) =>
      call(
        getCheckoutRoute,
        { query: { ...(more.lot_id ? { lot_id: more.lot_id } : { spot_id: spot(0) }), ...when } },
        options(),
      ),
  }
}

const openHolds = async (): Promise<string[]> => {
  const { rows } = await api.deps.database.pool.query<{ spot_id: string }>(
    'select spot_id from page_holds where lot_id = $1 and ended_at is null order by spot_no',
    [lot.lot_id],
  )
  return rows.map(({ spot_id }) => spot_id)
}
const freeSpots = async () => {
  const query = { lot_id: lot.lot_id, ...when }
  const { items } = await api.call(searchLotSpotsRoute, { query })
  return items.filter(({ is_free }) => is_free).length
}
const refusalOf = async (work: Promise<unknown>) =>
  (await work.then(
    () => null,
    (error: { body?: { code: string } }) => error.body?.code ?? error,
  )) ?? 'none'

test('a visitor without an account holds a spot for ten minutes, which nobody else can hold or book', async () => {
  const guest = aBrowser()
  const { outcome, hold } = await guest.hold()
  expect({ outcome, seconds: hold?.seconds_left, spot: hold?.spot.id }).toEqual({
    outcome: 'HELD',
    seconds: 600,
    spot: spot(0),
  })
  expect(hold?.price?.total_cents).toBeGreaterThan(0)
  expect(await freeSpots()).toBe(9)
  expect((await aBrowser(null, '198.51.100.4').hold()).outcome).toBe('TAKEN')
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  expect(await refusalOf(bookAs(api, driver, { spot_id: spot(0), payment_method_id, ...when }))).toBe(
    'spot_taken',
  )
  expect(
    (await bookAs(api, driver, { lot_id: lot.lot_id, payment_method_id, ...when })).reservation.spot_id,
  ).not.toBe(spot(0))
})

test('the cookie of a visitor can’t be read by scripts and tells the database nothing', async () => {
  const guest = aBrowser()
  const answer = await fetch(`${api.base}/api/v2/page-holds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ page_id: randomUUID(), spot_id: spot(1), ...when }),
  })
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^openspot-visitor=\w{40}; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  await guest.hold()
  const { rows } = await api.deps.database.pool.query<{ row: string }>(
    'select h::text as row from page_holds h where lot_id = $1',
    [lot.lot_id],
  )
  expect(rows.some(({ row }) => row.includes(guest.cookie().split('=')[1] ?? 'none'))).toBe(false)
})

test('a reload and a second tab have the same hold with the time that is left', async () => {
  const guest = aBrowser()
  await guest.hold({ lot_id: lot.lot_id })
  const first = await openHolds()
  api.ports.advance({ minutes: 4 })
  const again = await guest.hold({ lot_id: lot.lot_id })
  expect(again).toMatchObject({ outcome: 'HELD', hold: { seconds_left: 360, spot: { id: first[0] } } })
  expect(await guest.current()).toMatchObject({ seconds_left: 360, spot: { id: first[0] } })
  expect(await openHolds()).toEqual(first)
})

test('two tabs at the same moment hold one spot', async () => {
  const guest = aBrowser()
  await guest.hold()
  const both = await Promise.all([spot(1), spot(2)].map((spot_id) => guest.hold({ spot_id })))
  expect(both.map(({ outcome }) => outcome)).toEqual(['HELD', 'HELD'])
  expect(await openHolds()).toHaveLength(1)
})

test('of two visitors at the same moment, one gets the spot', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => aBrowser(null, `198.51.${at}.1`).hold()),
  )
  expect(answers.filter(({ outcome }) => outcome === 'HELD')).toHaveLength(1)
})

test('another time or another spot moves the hold and starts its time again', async () => {
  const guest = aBrowser()
  await guest.hold()
  api.ports.advance({ minutes: 3 })
  const moved = await guest.hold({ spot_id: spot(3) })
  expect(moved.hold?.seconds_left).toBe(600)
  expect(await openHolds()).toEqual([spot(3)])
  await guest.hold({ spot_id: spot(3), ...twoHours(api, 5) })
  expect(await openHolds()).toEqual([spot(3)])
  expect(await freeSpots()).toBe(10)
})

test('leaving the page releases the spot, and coming back doesn’t restart the time', async () => {
  const guest = aBrowser()
  const page_id = randomUUID()
  await guest.hold({}, page_id)
  await guest.leave(page_id)
  expect(await freeSpots()).toBe(10)
  api.ports.advance({ minutes: 2 })
  expect((await guest.hold()).hold?.seconds_left).toBe(480)
})

test('leaving a page whose hold another tab shows by now releases nothing, and strangers release nothing', async () => {
  const guest = aBrowser()
  const [first, second] = [randomUUID(), randomUUID()]
  await guest.hold({}, first)
  await guest.hold({}, second)
  await guest.leave(first)
  await aBrowser().leave(second)
  expect(await openHolds()).toEqual([spot(0)])
  await guest.leave(second)
  expect(await openHolds()).toEqual([])
})

test('a hold ends by itself, is renewed only when asked, and goes to someone else who was faster', async () => {
  const guest = aBrowser()
  await guest.hold()
  api.ports.advance({ minutes: 10 })
  expect((await guest.hold()).outcome).toBe('RAN_OUT')
  expect(await guest.current()).toBeNull()
  expect((await guest.hold({ renews: true })).hold?.seconds_left).toBe(600)
  api.ports.advance({ minutes: 10 })
  // Nobody has cleaned up yet, and the spot is free for others all the same.
  expect((await aBrowser(null, '198.51.100.5').hold()).outcome).toBe('HELD')
  expect((await guest.hold({ renews: true })).outcome).toBe('TAKEN')
})

test('the round gives expired spots back to search', async () => {
  await aBrowser().hold()
  api.ports.advance({ minutes: 9 })
  await expirePageHolds({ ...api.deps, pool: api.deps.database.pool })
  expect(await openHolds()).toHaveLength(1)
  api.ports.advance({ minutes: 1 })
  await expirePageHolds({ ...api.deps, pool: api.deps.database.pool })
  expect(await openHolds()).toEqual([])
  expect(await freeSpots()).toBe(10)
})

test('a driver is quoted and books the spot that their page holds, which ends the hold', async () => {
  const driver = await aPerson(api)
  const page = aBrowser(driver.token)
  const { hold } = await page.hold({ lot_id: lot.lot_id })
  const quote = await page.quote({ lot_id: lot.lot_id })
  expect(quote).toMatchObject({ is_free: true, spot: { id: hold?.spot.id } })
  expect(quote.price).toEqual(hold?.price)
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, { lot_id: lot.lot_id, payment_method_id, ...when })
  expect(reservation).toMatchObject({ status: 'ACTIVE', spot_id: hold?.spot.id })
  expect(await openHolds()).toEqual([])
  expect((await page.hold({ lot_id: lot.lot_id })).outcome).toBe('HAS_ONE')
})

test('a declined card keeps the spot as an unpaid reservation, and a price that changed keeps the hold', async () => {
  const driver = await aPerson(api)
  const page = aBrowser(driver.token)
  await page.hold()
  const payment_method_id = await aCard(api, driver, 'pm_card_chargeCustomerFail')
  const order = { spot_id: spot(0), payment_method_id, ...when }
  const book = await prepareBooking(api, driver, order)
  await api.deps.database.pool.query('update lots set hour_cents = 500 where id = $1', [lot.lot_id])
  expect(await refusalOf(book())).toBe('terms_changed')
  expect(await openHolds()).toEqual([spot(0)])
  expect(await refusalOf(bookAs(api, driver, order))).toBe('card_declined')
  expect(await openHolds()).toEqual([])
  expect((await aBrowser(null, '198.51.100.6').hold()).outcome).toBe('TAKEN')
})

test('a guest who becomes known keeps the spot and the time', async () => {
  const guest = aBrowser()
  await guest.hold()
  api.ports.advance({ minutes: 1 })
  const driver = await aPerson(api)
  const headers = { cookie: guest.cookie(), authorization: `Bearer ${driver.token}` }
  const body = { page_id: randomUUID(), spot_id: spot(0), ...when }
  const known = await call(placePageHoldRoute, { body }, { base: api.base, headers })
  expect(known.hold?.seconds_left).toBe(540)
  expect(await openHolds()).toEqual([spot(0)])
  expect((await aBrowser(driver.token).quote()).is_free).toBe(true)
})

test('limits what one visitor, one network, and all unknown visitors of a lot hold', async () => {
  const guest = aBrowser(null, '192.0.2.1')
  for (let at = 0; at < 6; at++)
    expect((await guest.hold({ spot_id: spot(at) })).outcome, `hold ${at}`).toBe('HELD')
  expect((await guest.hold({ spot_id: spot(6) })).outcome).toBe('LIMITED')
  expect(await openHolds()).toEqual([])
  // Two of ten spots for all guests together; a driver with an account is not one of them.
  expect((await aBrowser(null, '192.0.3.1').hold({ spot_id: spot(0) })).outcome).toBe('HELD')
  expect((await aBrowser(null, '192.0.4.1').hold({ spot_id: spot(1) })).outcome).toBe('HELD')
  expect((await aBrowser(null, '192.0.5.1').hold({ spot_id: spot(2) })).outcome).toBe('LIMITED')
  expect((await aBrowser((await aPerson(api)).token).hold({ spot_id: spot(2) })).outcome).toBe('HELD')

  const roomy = await aLot(api, {}, 80)
  const near = Array.from({ length: 11 }, (_, at) =>
    aBrowser(null, '198.18.0.9').hold({ spot_id: roomy.spot_ids[at] ?? '' }),
  )
  const outcomes = (await Promise.all(near)).map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'HELD')).toHaveLength(10)
})

test('one visitor holds spots in at most three lots', async () => {
  const guest = aBrowser(null, '192.0.9.1')
  const lots = await Promise.all([1, 2, 3, 4].map(() => aLot(api)))
  const outcomes: string[] = []
  for (const { spot_ids } of lots) outcomes.push((await guest.hold({ spot_id: spot_ids[0] ?? '' })).outcome)
  expect(outcomes).toEqual(['HELD', 'HELD', 'HELD', 'LIMITED'])
})

test('the database keeps reservations of every kind off a held spot', async () => {
  await aBrowser().hold()
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, { spot_id: spot(1), payment_method_id, ...when })
  const move = (spot_id: string) =>
    api.deps.database.pool.query('update reservations set spot_id = $2 where id = $1', [
      reservation.id,
      spot_id,
    ])
  await expect(move(spot(0))).rejects.toMatchObject({ code: 'OS079' })
  await move(spot(2))
})

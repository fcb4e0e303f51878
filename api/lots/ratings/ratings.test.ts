import { getPublicLotRoute, searchRoute } from '@openspot/contract/lots/lots.ts'
import {
  decideRatingRoute,
  getMyRatingRoute,
  listRatingsRoute,
  listReportedRatingsRoute,
  listStaffRatingsRoute,
  rateReservationRoute,
  replyToRatingRoute,
  reportRatingRoute,
} from '@openspot/contract/lots/ratings.ts'
import { RATING_DAYS } from '@openspot/core/lots/ratings.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, anotherSession, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

/** A driver who booked two hours in the lot. Sessions end before a month is over, so later calls need another. */
async function aBooking() {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const spot_id = lot.spot_ids[0] ?? ''
  const { reservation } = await bookAs(api, driver, { spot_id, payment_method_id, ...twoHours(api) })
  return { driver, reservation_id: reservation.id, params: { reservation_id: reservation.id } }
}
async function aParked() {
  const booking = await aBooking()
  api.ports.advance({ hours: 4 })
  return booking
}
type Parked = Awaited<ReturnType<typeof aParked>>
const rate = ({ params, driver }: Parked, stars: number, text: string | null = null) =>
  api.call(rateReservationRoute, { params, body: { stars, text } }, driver.token)
const refuseRating = ({ params }: Parked, { token }: Pick<Person, 'token'>) =>
  api.refusal(rateReservationRoute, { params, body: { stars: 5 } }, token)
const page = async () =>
  (await api.call(getPublicLotRoute, { params: { public_id: lot.public_id }, query: {} })).lot
const listed = (query: { limit?: number; cursor?: string } = {}) =>
  api.call(listRatingsRoute, { params: { public_id: lot.public_id }, query })

test('the driver rates a reservation that is over, once, and shows a first name and an initial', async () => {
  const parked = await aParked()
  expect(await api.call(getMyRatingRoute, { params: parked.params }, parked.driver.token)).toMatchObject({
    rating: null,
    rate_until: expect.any(String),
  })
  const rating = await rate(parked, 4, '  Easy to find ')
  expect(rating).toMatchObject({ stars: 4, text: 'Easy to find', author: 'Ada E.', reply: null })
  expect(await refuseRating(parked, parked.driver)).toMatchObject({ status: 409, code: 'already_rated' })
  expect(await api.call(getMyRatingRoute, { params: parked.params }, parked.driver.token)).toEqual({
    rating,
    rate_until: null,
  })
  expect((await listed()).items).toEqual([rating])
})

test('refuses a rating before the end, of a canceled reservation, and after 30 days', async () => {
  const ahead = await aBooking()
  const early = await refuseRating(ahead, ahead.driver)
  expect(early).toMatchObject({ status: 409, code: 'rating_not_possible' })
  api.ports.advance({ hours: 4 })

  const canceled = await aBooking()
  await api.deps.database.pool.query(
    `update reservations set status = 'CANCELED', canceled_at = $2 where id = $1`,
    [canceled.reservation_id, api.ports.now().toISOString()],
  )
  api.ports.advance({ hours: 4 })
  expect(await refuseRating(canceled, canceled.driver)).toMatchObject({ code: 'rating_not_possible' })

  const late = await aParked()
  api.ports.advance({ hours: 24 * RATING_DAYS })
  const token = await anotherSession(api, late.driver.user_id)
  expect(await refuseRating(late, { token })).toMatchObject({ code: 'rating_not_possible' })
  expect(await api.call(getMyRatingRoute, { params: late.params }, token)).toEqual({
    rating: null,
    rate_until: null,
  })
})

test('nobody else can rate a reservation, and the database refuses it too', async () => {
  const parked = await aParked()
  expect(await refuseRating(parked, await aPerson(api))).toMatchObject({ status: 404 })
  expect(await refuseRating(parked, await aMember(api, lot.lot_id, 'SUPER_ADMIN'))).toMatchObject({
    status: 403,
  })
  const stranger = await aPerson(api)
  await expect(
    api.deps.database.pool.query(
      `insert into ratings (id, lot_id, reservation_id, user_id, stars, created_at) values ($1, $2, $3, $4, 5, $5)`,
      [api.ports.id(), lot.lot_id, parked.reservation_id, stranger.user_id, api.ports.now().toISOString()],
    ),
  ).rejects.toMatchObject({ code: 'OS062' })
})

test('keeps count and average with the lot, for its page and search, through hiding and showing', async () => {
  const [first, second] = [await aParked(), await aParked()]
  await rate(first, 5)
  const bad = await rate(second, 2, 'My competitor')
  expect(await page()).toMatchObject({ rating_count: 2, rating_average: 3.5 })
  const { items } = await api.call(searchRoute, { query: { q: 'Wells', ...twoHours(api), limit: 100 } })
  expect(items.find(({ lot: one }) => one.id === lot.lot_id)?.lot).toMatchObject({ rating_count: 2 })

  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const params = { rating_id: bad.id }
  const decide = (is_hidden: boolean) =>
    api.call(decideRatingRoute, { params, body: { is_hidden, reason: 'Not about parking' } }, admin.token)
  await decide(true)
  // Deciding the same twice counts once.
  await decide(true)
  expect(await page()).toMatchObject({ rating_count: 1, rating_average: 5 })
  expect((await listed()).items.map(({ stars }) => stars)).toEqual([5])
  const staff = await aMember(api, lot.lot_id, 'ADMIN')
  const seen = await api.call(
    listStaffRatingsRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    staff.token,
  )
  expect(seen.items.find(({ id }) => id === bad.id)).toMatchObject({ hidden_reason: 'Not about parking' })
  await decide(false)
  expect(await page()).toMatchObject({ rating_count: 2, rating_average: 3.5 })
  const { rows } = await api.deps.database.pool.query(
    `select action from audit_log where subject_id = $1 order by id`,
    [bad.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['rating.hide', 'rating.hide', 'rating.show'])
})

test('the lot replies to a rating and changes the reply; another lot and a patroller cannot', async () => {
  const rating = await rate(await aParked(), 3, 'Hard to find')
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const params = { lot_id: lot.lot_id, rating_id: rating.id }
  const reply = (text: string | null) =>
    api.call(replyToRatingRoute, { params, body: { reply: text } }, admin.token)
  expect(await reply('We put up a sign.')).toMatchObject({ reply: 'We put up a sign.' })
  await reply('We put up a larger sign.')
  expect((await listed()).items[0]).toMatchObject({ stars: 3, reply: 'We put up a larger sign.' })
  expect(await reply(null)).toMatchObject({ reply: null, replied_at: null })
  const other = await aLot(api)
  const elsewhere = await aMember(api, other.lot_id, 'ADMIN')
  const sent = { params: { lot_id: other.lot_id, rating_id: rating.id }, body: { reply: 'Mine' } }
  expect(await api.refusal(replyToRatingRoute, sent, elsewhere.token)).toMatchObject({ status: 404 })
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect(
    await api.refusal(replyToRatingRoute, { params, body: { reply: 'Hi' } }, patroller.token),
  ).toMatchObject({
    status: 403,
  })
})

test('a report reaches the platform once for each person, and a decision settles it', async () => {
  const rating = await rate(await aParked(), 1, 'Call 555 0100')
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const reader = await aPerson(api)
  const params = { rating_id: rating.id }
  const report = (reason: string) => api.call(reportRatingRoute, { params, body: { reason } }, reader.token)
  await report('It has a phone number')
  await report('Again')
  const open = async () =>
    (await api.call(listReportedRatingsRoute, { query: {} }, admin.token)).items.filter(
      ({ id }) => id === rating.id,
    )
  expect(await open()).toMatchObject([{ reports: [{ reason: 'It has a phone number' }] }])
  await api.call(decideRatingRoute, { params, body: { is_hidden: false, reason: 'Fine' } }, admin.token)
  expect(await open()).toEqual([])
  await api.call(decideRatingRoute, { params, body: { is_hidden: true, reason: 'After all' } }, admin.token)
  const hidden = await api.call(listReportedRatingsRoute, { query: { is_hidden: true } }, admin.token)
  expect(hidden.items.map(({ id }) => id)).toContain(rating.id)
  // What is hidden cannot be reported, and looks as if it did not exist.
  const again = { params, body: { reason: 'Hidden' } }
  expect(await api.refusal(reportRatingRoute, again, reader.token)).toMatchObject({ status: 404 })
})

test('lists newest first, page by page', async () => {
  for (const stars of [1, 2, 3]) await rate(await aParked(), stars)
  const first = await listed({ limit: 2 })
  expect(first.items.map(({ stars }) => stars)).toEqual([3, 2])
  const second = await listed({ limit: 2, cursor: first.next_cursor ?? '' })
  expect(second.items.map(({ stars }) => stars)).toEqual([1])
  expect(second.next_cursor).toBeNull()
})

test('erasing a person removes name and text and keeps the stars; merging moves the rating and drops a double report', async () => {
  const parked = await aParked()
  const rating = await rate(parked, 2, 'I live next door')
  const { pool } = api.deps.database
  const now = api.ports.now().toISOString()
  const reader = await aPerson(api)
  const ghost = await aPerson(api)
  for (const { token } of [reader, ghost]) {
    await api.call(
      reportRatingRoute,
      { params: { rating_id: rating.id }, body: { reason: 'Private' } },
      token,
    )
  }
  await pool.query(
    `update users set account_status = 'GHOST', email = null, email_verified_at = null where id = $1`,
    [ghost.user_id],
  )
  await pool.query('select merge_person($1, $2, $3)', [ghost.user_id, reader.user_id, now])
  const { rows } = await pool.query('select user_id from rating_reports where rating_id = $1', [rating.id])
  expect(rows).toEqual([{ user_id: reader.user_id }])

  await pool.query('select forget_person($1, $2)', [parked.driver.user_id, now])
  expect((await listed()).items[0]).toMatchObject({ stars: 2, text: null, author: null })
  expect(await page()).toMatchObject({ rating_count: 1, rating_average: 2 })
})

test('the ratings of a private lot are only for its members', async () => {
  await rate(await aParked(), 5)
  await api.deps.database.pool.query('update lots set is_private = true where id = $1', [lot.lot_id])
  expect((await listed()).items).toEqual([])
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const seen = await api.call(
    listRatingsRoute,
    { params: { public_id: lot.public_id }, query: {} },
    member.token,
  )
  expect(seen.items).toHaveLength(1)
})

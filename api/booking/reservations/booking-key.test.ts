import { bookInstantlyRoute, getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { CallError } from '@openspot/contract/call.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let driver: Person
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, { hour_cents: 0, day_cents: 0, min_reservation_price: 0, service_fee_cents: 0 }, 2)
  driver = await aPerson(api)
})

/** Returns a booking of a spot as its caller sends it, again and again. */
async function aRequest(nth = 0, person = driver, idempotency_key = secretWord(api.ports)) {
  const spot_id = lot.spot_ids[nth] ?? ''
  const query = { spot_id, ...twoHours(api, 2) }
  const { quote_token, starts_at, ends_at } = await api.call(getCheckoutRoute, { query }, person.token)
  const body = { spot_id, starts_at, ends_at, quote_token: quote_token ?? '', allows_another: true }
  return {
    idempotency_key,
    book: () => api.call(bookInstantlyRoute, { body, idempotency_key }, person.token),
    refusal: () => api.refusal(bookInstantlyRoute, { body, idempotency_key }, person.token),
  }
}
const countOf = async () => {
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    'select count(*)::int from reservations where lot_id = $1',
    [lot.lot_id],
  )
  return rows[0]?.count
}

test('a booking is answered the same again, also when its price has expired or its spot is gone', async () => {
  const { book } = await aRequest()
  const first = await book()
  expect(await book()).toEqual(first)
  api.ports.advance({ minutes: 40 })
  await api.deps.database.pool.query('update spots set deleted_at = now() where id = $1', [lot.spot_ids[1]])
  expect(await book()).toEqual(first)
  expect(await countOf()).toBe(1)
})

test('of many requests with one key at once, one books; the others are refused as in flight or get its answer', async () => {
  const { book } = await aRequest()
  const results = await Promise.allSettled(Array.from({ length: 20 }, book))
  const answers = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const reasons = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(new Set(answers.map(({ reservation }) => reservation.id)).size).toBe(1)
  for (const reason of reasons) {
    expect(reason).toBeInstanceOf(CallError)
    expect(reason).toMatchObject({ status: 409, body: { code: 'request_in_flight' } })
  }
  expect(await book()).toEqual(answers[0])
  expect(await countOf()).toBe(1)
})

test('another request with the same key is refused, before the booking and after it, and books nothing', async () => {
  const { idempotency_key, book } = await aRequest()
  await book()
  const other = await aRequest(1, driver, idempotency_key)
  const reused = { status: 422, code: 'idempotency_key_reused' }
  expect(await other.refusal()).toMatchObject(reused)
  api.ports.advance({ minutes: 40 })
  expect(await other.refusal()).toMatchObject(reused)
  expect(await countOf()).toBe(1)
})

test('a refusal is answered the same again, wherever it comes from', async () => {
  const taken = await aRequest()
  const closed = await aRequest(1)
  const late = await aRequest(1)
  const theirs = await aRequest(0, await aPerson(api))
  await theirs.book()
  // From what the function answers.
  expect(await taken.refusal()).toMatchObject({ code: 'spot_taken' })
  // A rule would also change the terms, which are compared first.
  const { starts_at, ends_at } = twoHours(api, 2)
  await api.deps.database.pool.query(
    'insert into occupancy (lot_id, spot_no, starts_min, ends_min) values ($1, 2, minutes_of($2), minutes_of($3))',
    [lot.lot_id, starts_at, ends_at],
  )
  // From what it raises, which also gives the key back.
  expect(await closed.refusal()).toMatchObject({ code: 'spot_closed' })
  await api.deps.database.pool.query(
    "update reservations set status = 'CANCELED', canceled_at = now() where lot_id = $1",
    [lot.lot_id],
  )
  await api.deps.database.pool.query('delete from occupancy where lot_id = $1', [lot.lot_id])
  expect(await taken.refusal()).toMatchObject({ code: 'spot_taken' })
  expect(await closed.refusal()).toMatchObject({ code: 'spot_closed' })
  // From before the booking.
  api.ports.advance({ minutes: 40 })
  const expired = await late.refusal()
  api.ports.advance({ minutes: -40 })
  expect(await late.refusal()).toMatchObject({ status: expired.status, code: expired.code })
  expect(expired.status).toBeLessThan(500)
  expect(await countOf()).toBe(1)
})

test('a booking that was interrupted before its answer was stored is in flight for 30 seconds, and then answered', async () => {
  const { idempotency_key, book, refusal } = await aRequest()
  const { reservation } = await book()
  await api.deps.database.pool.query(
    'update idempotency_keys set status = null, body = null, finished_at = null where key = $1',
    [idempotency_key],
  )
  expect(await refusal()).toMatchObject({ status: 409, code: 'request_in_flight' })
  api.ports.advance({ minutes: 1 })
  expect((await book()).reservation.id).toBe(reservation.id)
  expect(await countOf()).toBe(1)
})

import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
  updateReservationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import {
  confirmReservationRoute,
  getReservationExplanationRoute,
  getReservationRoute,
  listParkHistoryRoute,
} from '@openspot/contract/booking/reservations.ts'
import { getAdminInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { listInvoiceLinesRoute, listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { refundReasons } from '@openspot/core/invoices/refund-reasons.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { answerBank, bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let driver: Person
let card: string
const spot = (at: number) => lot.spot_ids[at] ?? ''

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  driver = await aPerson(api)
  card = await aCard(api, driver)
})

const later = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString()
const book = async (at = 0, more = {}) =>
  (await bookAs(api, driver, { spot_id: spot(at), payment_method_id: card, ...more })).reservation

const preview = (
  reservation_id: string,
  query: Parameters<typeof api.call<typeof previewChangeRoute>>[1]['query'],
) => api.call(previewChangeRoute, { params: { reservation_id }, query }, driver.token)

const edit = (reservation_id: string, asked: Record<string, unknown>, key = secretWord(api.ports)) =>
  api.call(
    editReservationRoute,
    {
      body: { reservation_id, difference_cents: 0, payment_method_id: card, ...asked },
      idempotency_key: key,
    },
    driver.token,
  )

/** Returns the reasons of a reservation's refunds as staff see them, oldest invoice first. */
async function reasonsOf(reservation_id: string): Promise<string[]> {
  const { token } = await aMember(api, lot.lot_id, 'ADMIN')
  const { items } = await api.call(listReservationInvoicesRoute, { params: { reservation_id } }, token)
  const invoices = await Promise.all(
    items.map(({ id }) => api.call(getAdminInvoiceRoute, { params: { invoice_id: id } }, token)),
  )
  return invoices.flatMap(({ refunds }) => refunds.map(({ reason }) => reason))
}

const charged = async () => {
  let sum = 0
  const customer = await api.deps.database.pool.query<{ id: string }>(
    'select stripe_customer_id as id from payment_customers where user_id = $1',
    [driver.user_id],
  )
  for await (const charge of api.deps.stripe.charges.list({ customer: customer.rows[0]?.id ?? '' })) {
    if (charge.paid) sum += charge.amount - charge.amount_refunded
  }
  return sum
}

test('extends a reservation in place, charges the difference, and keeps two invoices', async () => {
  const reservation = await book()
  const ends_at = later(reservation.ends_at ?? '', 1)
  const shown = await preview(reservation.id, { ends_at })
  expect(shown).toMatchObject({ difference_cents: 400, refusal: null, ends_at })
  expect(shown.lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(400)
  const key = secretWord(api.ports)
  const done = await edit(reservation.id, { ends_at, difference_cents: 400 }, key)
  expect(done.reservation).toMatchObject({ id: reservation.id, status: 'ACTIVE', ends_at, total_cents: 1299 })
  expect(await charged()).toBe(1299)
  // Repeating the request with the same key charges nothing more.
  expect((await edit(reservation.id, { ends_at, difference_cents: 400 }, key)).reservation.id).toBe(
    reservation.id,
  )
  expect(await charged()).toBe(1299)
  const invoices = await api.call(
    listReservationInvoicesRoute,
    { params: { reservation_id: reservation.id } },
    driver.token,
  )
  expect(invoices.items.map(({ total_cents, status }) => [total_cents, status])).toEqual([
    [899, 'PAID'],
    [400, 'PAID'],
  ])
  const lines = await api.call(
    listInvoiceLinesRoute,
    { params: { invoice_id: invoices.items[1]?.id ?? '' } },
    driver.token,
  )
  expect(lines.items.at(-1)).toMatchObject({ kind: 'PAID_BEFORE', amount_cents: -899 })
  const history = await api.call(listParkHistoryRoute, { query: {} }, driver.token)
  expect(history.items.map(({ id, status }) => [id === reservation.id, status])).toEqual([[true, 'ACTIVE']])
  const why = await api.call(
    getReservationExplanationRoute,
    { params: { reservation_id: reservation.id } },
    driver.token,
  )
  expect(why.events).toMatchObject([{ kind: 'EXTENDED', actor: 'DRIVER', by: null }])
  // Before the deadline both invoices are refunded in full.
  const params = { reservation_id: reservation.id }
  expect(await api.call(getCancellationRoute, { params }, driver.token)).toMatchObject({ refund_cents: 1299 })
  await api.call(cancelReservationRoute, { params, body: { refund_cents: 1299 } }, driver.token)
  await api.runJobs()
  expect(await charged()).toBe(0)
  expect(await reasonsOf(reservation.id)).toEqual([refundReasons.canceled, refundReasons.canceled])
})

test('keeps a reservation unchanged if its extension is declined and frees the time on expiry', async () => {
  const reservation = await book()
  const declining = await aCard(api, driver, 'pm_card_chargeCustomerFail')
  const ends_at = later(reservation.ends_at ?? '', 1)
  const asked = { ends_at, difference_cents: 400, payment_method_id: declining }
  await expect(edit(reservation.id, asked)).rejects.toMatchObject({ body: { code: 'card_declined' } })
  const waiting = await api.call(
    getReservationRoute,
    { params: { reservation_id: reservation.id } },
    driver.token,
  )
  expect(waiting).toMatchObject({ ends_at: reservation.ends_at, status: 'ACTIVE' })
  expect(waiting.pending_change_id).not.toBeNull()
  // Only one change may be pending at a time.
  await expect(edit(reservation.id, { ends_at, difference_cents: 400 })).rejects.toMatchObject({
    body: { code: 'change_waiting' },
  })
  api.ports.advance({ minutes: 11 })
  await releaseHolds(paymentDepsOf(api.deps))
  const after = await api.call(
    getReservationRoute,
    { params: { reservation_id: reservation.id } },
    driver.token,
  )
  expect(after).toMatchObject({ ends_at: reservation.ends_at, status: 'ACTIVE', pending_change_id: null })
  const other = await aPerson(api)
  const theirs = await bookAs(api, other, {
    spot_id: spot(0),
    payment_method_id: await aCard(api, other),
    starts_at: reservation.ends_at ?? '',
    ends_at,
  })
  expect(theirs.reservation.status).toBe('ACTIVE')
  expect(await charged()).toBe(899)
})

test('refunds the payment of a change whose reservation was canceled in the meantime', async () => {
  const reservation = await book()
  const asking = await aCard(api, driver, 'pm_card_threeDSecure2Required')
  const ends_at = later(reservation.ends_at ?? '', 1)
  const waiting = await edit(reservation.id, { ends_at, difference_cents: 400, payment_method_id: asking })
  expect(waiting).toMatchObject({
    reservation: { status: 'CHECKOUT', changes_id: reservation.id },
    next_action: { type: 'redirect' },
  })
  // The reservation is canceled during the bank's authentication. A payment for the change afterwards must be refunded
  // and its hold released.
  const params = { reservation_id: reservation.id }
  await api.call(cancelReservationRoute, { params, body: { refund_cents: 899 } }, driver.token)
  await answerBank(waiting.next_action?.url ?? '', 'complete')
  const late = {
    params: { reservation_id: waiting.reservation.id },
    body: {},
    idempotency_key: secretWord(api.ports),
  }
  expect(await api.refusal(confirmReservationRoute, late, driver.token)).toMatchObject({
    code: 'hold_expired',
  })
  await api.runJobs()
  expect(await charged()).toBe(0)
  expect(await reasonsOf(waiting.reservation.id)).toEqual([refundReasons.not_held])
  expect(await api.call(getReservationRoute, { params }, driver.token)).toMatchObject({
    status: 'CANCELED',
    ends_at: reservation.ends_at,
  })
})

test('extends a reservation after the bank’s authentication', async () => {
  const reservation = await book()
  const asking = await aCard(api, driver, 'pm_card_threeDSecure2Required')
  const ends_at = later(reservation.ends_at ?? '', 1)
  const waiting = await edit(reservation.id, { ends_at, difference_cents: 400, payment_method_id: asking })
  await answerBank(waiting.next_action?.url ?? '', 'complete')
  const order = {
    params: { reservation_id: waiting.reservation.id },
    body: {},
    idempotency_key: secretWord(api.ports),
  }
  expect((await api.call(confirmReservationRoute, order, driver.token)).reservation).toMatchObject({
    status: 'MERGED',
    merged_into_id: reservation.id,
  })
  expect(await charged()).toBe(1299)
})

test('extends as far as possible up to the next reservation', async () => {
  const reservation = await book()
  const other = await aPerson(api)
  const next = later(reservation.ends_at ?? '', 1.5)
  await bookAs(api, other, {
    spot_id: spot(0),
    payment_method_id: await aCard(api, other),
    starts_at: next,
    ends_at: later(next, 1),
  })
  const ends_at = later(reservation.ends_at ?? '', 5)
  expect(await preview(reservation.id, { ends_at })).toMatchObject({
    refusal: { code: 'spot_taken' },
    furthest_ends_at: next,
  })
  expect(await preview(reservation.id, { ends_at, as_far_as_possible: true })).toMatchObject({
    refusal: null,
    ends_at: next,
    difference_cents: 800,
  })
  await expect(edit(reservation.id, { ends_at, difference_cents: 800 })).rejects.toMatchObject({
    body: { code: 'spot_taken' },
  })
})

test('refunds an early end by the terms of the booking', async () => {
  const reservation = await book(0, twoHours(api, 1, 4))
  await api.deps.database.pool.query('update lots set hour_cents = 100000 where id = $1', [lot.lot_id])
  // Past the deadline: until then, everything comes back.
  api.ports.advance({ hours: 2, minutes: 20 })
  const now = api.ports.now().toISOString()
  const shown = await preview(reservation.id, { ends_at: now })
  expect(shown).toMatchObject({ difference_cents: -1200, refusal: null })
  const done = await edit(reservation.id, { ends_at: now, difference_cents: -1200 })
  expect(done.reservation).toMatchObject({ ends_at: shown.ends_at, total_cents: 499 })
  await api.runJobs()
  expect(await charged()).toBe(499)
  expect(await reasonsOf(reservation.id)).toEqual(['Changed by the driver'])
  await expect(edit(reservation.id, { ends_at: now, difference_cents: -1 })).rejects.toMatchObject({
    status: 409,
  })
})

test('lets the driver move a reservation to another spot and time only before it begins', async () => {
  const reservation = await book()
  const starts_at = later(reservation.starts_at, 1)
  const ends_at = later(reservation.ends_at ?? '', 2)
  const moved = await edit(reservation.id, { spot_id: spot(1), starts_at, ends_at, difference_cents: 400 })
  expect(moved.reservation).toMatchObject({
    id: reservation.id,
    spot_id: spot(1),
    starts_at,
    ends_at,
    total_cents: 1299,
  })
  const shifted = await edit(reservation.id, { starts_at: later(starts_at, 1), ends_at: later(ends_at, 1) })
  expect(shifted.reservation).toMatchObject({ starts_at: later(starts_at, 1), total_cents: 1299 })
  api.ports.advance({ hours: 5 })
  const refused = await api.refusal(
    previewChangeRoute,
    { params: { reservation_id: reservation.id }, query: { spot_id: spot(2) } },
    driver.token,
  )
  expect(refused).toMatchObject({ code: 'change_not_possible', field: 'spot_id' })
  const start = await api.refusal(
    previewChangeRoute,
    { params: { reservation_id: reservation.id }, query: { starts_at: later(starts_at, 3) } },
    driver.token,
  )
  expect(start).toMatchObject({ status: 400, field: 'starts_at' })
})

test('rejects a change whose price difference has changed with difference_changed', async () => {
  const reservation = await book()
  const ends_at = later(reservation.ends_at ?? '', 1)
  await api.deps.database.pool.query('update lots set hour_cents = 500 where id = $1', [lot.lot_id])
  await expect(edit(reservation.id, { ends_at, difference_cents: 400 })).rejects.toMatchObject({
    body: { code: 'difference_changed', details: { difference_cents: 500 } },
  })
  expect(await charged()).toBe(899)
})

test('merges two consecutive reservations on one spot', async () => {
  const first = await book()
  const ends_at = later(first.ends_at ?? '', 1)
  const second = await book(0, { starts_at: first.ends_at, ends_at })
  expect(second).toMatchObject({ status: 'MERGED', merged_into_id: first.id })
  const one = await api.call(getReservationRoute, { params: { reservation_id: first.id } }, driver.token)
  expect(one).toMatchObject({ status: 'ACTIVE', ends_at, total_cents: 899 + 499 })
})

test('changes the vehicle only to one of the driver’s own', async () => {
  const reservation = await book()
  const params = { reservation_id: reservation.id }
  const own = await aCar(driver)
  const theirs = await aCar(await aPerson(api))
  expect(
    await api.call(updateReservationRoute, { params, body: { car_id: own } }, driver.token),
  ).toMatchObject({
    car: { id: own },
  })
  expect(
    await api.refusal(updateReservationRoute, { params, body: { car_id: theirs } }, driver.token),
  ).toMatchObject({ status: 400, field: 'car_id' })
  expect(
    await api.call(updateReservationRoute, { params, body: { car_id: null } }, driver.token),
  ).toMatchObject({
    car: null,
  })
  const stranger = await aPerson(api)
  expect(
    await api.refusal(updateReservationRoute, { params, body: { car_id: null } }, stranger.token),
  ).toMatchObject({ status: 404 })
})

test('bills a monthly reservation by periods and refunds the unused days when it ends', async () => {
  await api.deps.database.pool.query('update lots set month_cents = 31000 where id = $1', [lot.lot_id])
  const reservation = await book(0, { ends_at: null })
  expect(reservation).toMatchObject({ status: 'ACTIVE', ends_at: null, total_cents: 31_099 })
  const why = await api.call(
    getReservationExplanationRoute,
    { params: { reservation_id: reservation.id } },
    driver.token,
  )
  expect(why.periods.map(({ invoice_id }) => invoice_id !== null)).toEqual([true, false])
  api.ports.advance({ days: 10 })
  const ends_at = later(reservation.starts_at, 15 * 24 - 1)
  const shown = await preview(reservation.id, { ends_at })
  // Fifteen local days, one of them an hour short, because the clocks change on March 8.
  expect(shown.difference_cents).toBe(-Math.floor((31_099 * 16) / 31))
  const done = await edit(reservation.id, { ends_at, difference_cents: shown.difference_cents })
  expect(done.reservation).toMatchObject({ ends_at })
})

async function aCar(person: Person): Promise<string> {
  const plate = secretWord(api.ports, 7).toUpperCase()
  const { id } = await api.deps.database.db
    .insertInto('cars')
    .values({
      user_id: person.user_id,
      plate,
      plate_normalized: plate,
      created_at: api.ports.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

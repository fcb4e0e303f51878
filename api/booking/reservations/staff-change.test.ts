import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { changeByStaffRoute, previewStaffChangeRoute } from '@openspot/contract/booking/staff-changes.ts'
import type { Input } from '@openspot/contract/call.ts'
import { payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { withdrawBillRoute } from '@openspot/contract/money/bills.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
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
  lot = await aLot(api, { gives_back_rest: true })
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api)
  card = await aCard(api, driver)
})

const later = (at: string | null, hours: number) =>
  new Date(Date.parse(at ?? '') + hours * 3_600_000).toISOString()
const book = async (at = 0, hoursAhead = 2, person = driver, payment_method_id = card) =>
  (await bookAs(api, person, { spot_id: spot(at), payment_method_id, ...twoHours(api, hoursAhead) }))
    .reservation
type Asked = Input<typeof previewStaffChangeRoute>['query']
const preview = (reservation_id: string, query: Asked) =>
  api.call(previewStaffChangeRoute, { params: { reservation_id }, query }, admin.token)
type Body = Input<typeof changeByStaffRoute>['body']
const orderOf = (reservation_id: string, body: Body, idempotency_key = secretWord(api.ports)) => ({
  params: { reservation_id },
  body,
  idempotency_key,
})
const refused = (reservation_id: string, body: Body) =>
  api.refusal(changeByStaffRoute, orderOf(reservation_id, body), admin.token)

/** Makes a change as it was previewed. */
async function change(reservation_id: string, asked: NonNullable<Asked>, more: Partial<Body> = {}) {
  const { version, difference_cents } = await preview(reservation_id, asked)
  return api.call(
    changeByStaffRoute,
    orderOf(reservation_id, { version, difference_cents, ...asked, ...more }),
    admin.token,
  )
}
const invoicesOf = async (reservation_id: string) =>
  (await api.call(listReservationInvoicesRoute, { params: { reservation_id } }, driver.token)).items
const billsOf = async (reservation_id: string) =>
  (await invoicesOf(reservation_id)).filter(({ kind }) => kind === 'CORRECTION')

test('extends a reservation at once, with a bill for the driver, two notices, and an audit entry', async () => {
  const { id, ends_at } = await book()
  const wanted = { ends_at: later(ends_at, 1) }
  expect(await preview(id, wanted)).toMatchObject({
    ...wanted,
    difference_cents: 400,
    waived_cents: 0,
    refusal: null,
    conflicts: [],
  })
  const { reservation, bill } = await change(id, wanted, { reason: 'Asked by phone' })
  expect(reservation).toMatchObject({ ...wanted, total_cents: 1299 })
  expect(bill).toEqual({ id: expect.any(String), total_cents: 400, needs_approval: false })
  expect(await billsOf(id)).toMatchObject([{ id: bill?.id, status: 'PENDING', total_cents: 400 }])
  await api.runJobs()
  const { items } = await api.call(listNotificationsRoute, { query: {} }, driver.token)
  expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['CHANGED', 'BILL']))
  const { rows } = await api.deps.database.pool.query(
    `select action, details from audit_log where subject_id = $1 and actor_user_id = $2`,
    [id, admin.user_id],
  )
  expect(rows).toMatchObject([
    { action: 'reservation.change', details: { difference_cents: 400, reason: 'Asked by phone' } },
  ])
  const { invoice } = await api.call(
    payInvoiceRoute,
    {
      params: { invoice_id: bill?.id ?? '' },
      body: { payment_method_id: card },
      idempotency_key: secretWord(api.ports),
    },
    driver.token,
  )
  expect(invoice.status).toBe('PAID')
})

test('takes what is given up off the unpaid bill first, and refunds only what was paid', async () => {
  const { id, ends_at } = await book()
  await change(id, { ends_at: later(ends_at, 2) })
  const shorter = await preview(id, { ends_at: later(ends_at, 1) })
  expect(shorter).toMatchObject({ difference_cents: -400, waived_cents: 400 })
  await change(id, { ends_at: later(ends_at, 1) })
  expect(await billsOf(id)).toMatchObject([{ status: 'PENDING', total_cents: 400 }])
  expect(await preview(id, { ends_at: later(ends_at, -1) })).toMatchObject({
    difference_cents: -800,
    waived_cents: 400,
  })
  await change(id, { ends_at: later(ends_at, -1) })
  const all = await invoicesOf(id)
  expect(all.find(({ kind }) => kind === 'CORRECTION')).toMatchObject({ status: 'CANCELED', total_cents: 0 })
  expect(all.find(({ kind }) => kind === 'BOOKING')).toMatchObject({ refund_pending_cents: 400 })
})

test('refunds nothing for time that was added for free, or whose bill was withdrawn', async () => {
  const { id, ends_at } = await book()
  expect((await change(id, { ends_at: later(ends_at, 1) }, { is_billed: false })).bill).toBeNull()
  const { bill } = await change(id, { ends_at: later(ends_at, 2) })
  await api.call(withdrawBillRoute, { params: { invoice_id: bill?.id ?? '' } }, admin.token)
  expect(await preview(id, { ends_at: ends_at ?? '' })).toMatchObject({
    difference_cents: 0,
    waived_cents: 0,
  })
  const { reservation } = await change(id, { ends_at: ends_at ?? '' })
  expect(reservation).toMatchObject({ ends_at, total_cents: 899 })
  expect(await preview(id, { ends_at: later(ends_at, -1) })).toMatchObject({ difference_cents: -400 })
})

test('cancels the bill with the reservation and refunds what was paid, as previewed', async () => {
  const { id, ends_at } = await book()
  await change(id, { ends_at: later(ends_at, 1) })
  const params = { reservation_id: id }
  const { refund_cents, ...rest } = await api.call(getCancellationRoute, { params }, driver.token)
  expect({ refund_cents, ...rest }).toMatchObject({ refund_cents: 899, waived_cents: 400, kept_cents: 0 })
  await api.call(cancelReservationRoute, { params, body: { refund_cents } }, driver.token)
  expect(await billsOf(id)).toMatchObject([{ status: 'CANCELED' }])
})

test('names who has the spot, and never overrides another reservation', async () => {
  const other = await aPerson(api, { first_name: 'Grace' })
  const { id, ends_at } = await book()
  const next = await book(0, 4, other, await aCard(api, other))
  const wanted = { ends_at: later(ends_at, 1) }
  const seen = await preview(id, wanted)
  expect(seen).toMatchObject({
    refusal: { code: 'spot_taken' },
    can_override: false,
    conflicts: [{ reservation_id: next.id, name: 'Grace Example', status: 'ACTIVE' }],
  })
  const { version, difference_cents } = seen
  const body = { ...wanted, version, difference_cents, override_reason: 'Please' }
  expect(await refused(id, body)).toMatchObject({ status: 409, code: 'spot_taken' })
})

test('overrides a closure only with a reason', async () => {
  const { id, ends_at } = await book()
  const closure = { kind: 'CLOSED' as const, starts_at: ends_at ?? '', ends_at: later(ends_at, 3) }
  await api.call(createSpotAvailabilityRoute, { params: { spot_id: spot(0) }, body: closure }, admin.token)
  const wanted = { ends_at: later(ends_at, 1) }
  const { version, difference_cents, ...seen } = await preview(id, wanted)
  expect(seen).toMatchObject({ refusal: { code: 'spot_closed' }, can_override: true, conflicts: [] })
  expect(await refused(id, { ...wanted, version, difference_cents })).toMatchObject({ code: 'spot_closed' })
  const { reservation } = await change(id, wanted, { override_reason: 'Works are over' })
  expect(reservation.ends_at).toBe(wanted.ends_at)
})

test('moves the start, the end, and the spot in one change', async () => {
  const { id, starts_at, ends_at } = await book()
  const wanted = { starts_at: later(starts_at, -1), ends_at: later(ends_at, 1), spot_id: spot(1) }
  const { reservation } = await change(id, wanted)
  expect(reservation).toMatchObject(wanted)
  expect(await billsOf(id)).toMatchObject([{ total_cents: 800 }])
})

test('refuses a change of another version or another difference, and one that changes nothing', async () => {
  const { id, ends_at } = await book()
  const wanted = { ends_at: later(ends_at, 1) }
  const { version, difference_cents } = await preview(id, wanted)
  expect(await refused(id, { ...wanted, version: version + 1, difference_cents })).toMatchObject({
    status: 409,
    code: 'reservation_changed',
  })
  expect(await refused(id, { ...wanted, version, difference_cents: 1 })).toMatchObject({
    status: 409,
    code: 'difference_changed',
  })
  expect(await refused(id, { version, difference_cents })).toMatchObject({ status: 400, field: 'ends_at' })
})

test('makes a repeated request once, also after its answer was lost', async () => {
  const { id, ends_at } = await book()
  const wanted = { ends_at: later(ends_at, 1) }
  const { version, difference_cents } = await preview(id, wanted)
  const request = orderOf(id, { ...wanted, version, difference_cents })
  const first = await api.call(changeByStaffRoute, request, admin.token)
  await api.deps.database.pool.query('delete from idempotency_keys')
  expect(await api.call(changeByStaffRoute, request, admin.token)).toEqual(first)
  expect(await billsOf(id)).toHaveLength(1)
})

test('ends a running reservation now and gives back the rest', async () => {
  const order = { spot_id: spot(0), payment_method_id: card, ...twoHours(api, 2, 4) }
  const { id, ends_at } = (await bookAs(api, driver, order)).reservation
  api.ports.advance({ minutes: 190 })
  const now = api.ports.now().toISOString()
  const seen = await preview(id, { ends_at: now })
  expect(seen.difference_cents).toBeLessThan(0)
  const { reservation } = await change(id, { ends_at: seen.ends_at ?? '' })
  expect(Date.parse(reservation.ends_at ?? '')).toBeLessThan(Date.parse(ends_at ?? ''))
  expect(await api.call(getReservationRoute, { params: { reservation_id: id } }, driver.token)).toMatchObject(
    {
      seen_as: 'DRIVER',
      ends_at: reservation.ends_at,
    },
  )
})

test('asks for a second approval of a bill above the limit, and refuses one above the maximum price', async () => {
  const { pool } = api.deps.database
  await pool.query('update lots set approval_limit_cents = 300 where id = $1', [lot.lot_id])
  const { id, ends_at } = await book()
  const { bill } = await change(id, { ends_at: later(ends_at, 1) })
  expect(bill).toMatchObject({ needs_approval: true })
  await pool.query('update invoices set total_cents = total_cents where id = $1', [bill?.id])
  await pool.query('update lots set max_reservation_price = 1999 where id = $1', [lot.lot_id])
  const wanted = { ends_at: later(ends_at, 3) }
  const { version, difference_cents } = await preview(id, wanted)
  expect(await refused(id, { ...wanted, version, difference_cents })).toMatchObject({
    code: expect.stringMatching(/bill_too_high|price_above_maximum/),
  })
})

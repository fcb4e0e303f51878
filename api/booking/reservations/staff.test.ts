import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import {
  bookInstantlyRoute,
  confirmReservationRoute,
  getReservationRoute,
} from '@openspot/contract/booking/reservations.ts'
import {
  cancelByStaffRoute,
  createByStaffRoute,
  giveNoticeRoute,
  replaceByStaffRoute,
} from '@openspot/contract/booking/staff-reservations.ts'
import { allowStaffReservationsRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { sendDueRefunds } from '../../money/payments/refunds.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
const spot = (at: number) => lot.spot_ids[at] ?? ''
const key = () => secretWord(api.ports)

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

type Body = Parameters<typeof api.call<typeof createByStaffRoute>>[1]['body']
const create = (body: Partial<Body>) => ({
  body: { spot_id: spot(0), payment_kind: 'STRIPE' as const, ...twoHours(api), ...body },
  idempotency_key: key(),
})
const paidReservation = async (more = {}) => {
  const driver = await aPerson(api)
  const card = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, { spot_id: spot(0), payment_method_id: card, ...more })
  return { driver, card, reservation }
}

test('keeps a staff reservation PENDING until the notified person accepts and pays or it expires', async () => {
  const person = { email: 'new.driver@people.example', first_name: 'Nia' }
  const made = await api.call(createByStaffRoute, create({ person, price_cents: 500 }), admin.token)
  expect(made).toMatchObject({ status: 'PENDING', total_cents: 500, driver: { first_name: 'Nia' } })
  await api.runJobs()
  const { rows } = await api.deps.database.pool.query(
    'select to_address, kind from emails where to_address = $1',
    [person.email],
  )
  expect(rows).toEqual([{ to_address: person.email, kind: 'to_accept' }])

  // A person with an account accepts and pays.
  const driver = await aMember(api, lot.lot_id, 'MEMBER')
  const card = await aCard(api, driver)
  const theirs = await api.call(
    createByStaffRoute,
    create({ spot_id: spot(1), user_id: driver.user_id }),
    admin.token,
  )
  const accepted = await api.call(
    confirmReservationRoute,
    { params: { reservation_id: theirs.id }, body: { payment_method_id: card }, idempotency_key: key() },
    driver.token,
  )
  expect(accepted.reservation).toMatchObject({ status: 'ACTIVE', total_cents: 899 })
  // The other one expires once its time has come.
  api.ports.advance({ days: 3 })
  await releaseHolds(paymentDepsOf(api.deps))
  expect(
    await api.call(getReservationRoute, { params: { reservation_id: made.id } }, admin.token),
  ).toMatchObject({
    status: 'EXPIRED',
  })
})

test('activates a free reservation at once for a member who allows it, but never over another one', async () => {
  const driver = await aMember(api, lot.lot_id, 'MEMBER')
  const allow = { params: { lot_id: lot.lot_id }, body: { is_allowed: true } }
  await api.call(allowStaffReservationsRoute, allow, driver.token)
  const past = twoHours(api, -5)
  const made = await api.call(
    createByStaffRoute,
    create({ user_id: driver.user_id, payment_kind: 'NONE', ...past }),
    admin.token,
  )
  expect(made).toMatchObject({ status: 'ACTIVE', total_cents: 0, starts_at: past.starts_at })
  const again = create({
    user_id: driver.user_id,
    payment_kind: 'NONE',
    ...past,
    override_reason: 'I insist',
  })
  expect(await api.refusal(createByStaffRoute, again, admin.token)).toMatchObject({ code: 'spot_taken' })
})

test('enforces rules and closures unless staff give a reason, which is saved with the rule’s version', async () => {
  const { pool } = api.deps.database
  const rules = {
    max_short_reservations: null,
    max_long_reservations: null,
    min_duration_minutes: null,
    max_duration_minutes: 60,
    max_ahead_days: null,
    max_hours: null,
    spot_types: null,
    zone_ids: null,
    nth_spot_prices: [],
  }
  const set = await pool.query<{ id: string }>(
    `insert into rule_sets (lot_id, name, is_default, created_at) values ($1, 'Short', true, now()) returning id`,
    [lot.lot_id],
  )
  const rule_set_id = set.rows[0]?.id ?? ''
  await pool.query(
    'insert into rule_set_versions (rule_set_id, lot_id, version, rules, created_at) values ($1, $2, 1, $3, now())',
    [rule_set_id, lot.lot_id, rules],
  )
  const person = { email: 'x@people.example' }
  const refused = await api.refusal(createByStaffRoute, create({ person }), admin.token)
  expect(refused).toMatchObject({
    code: 'rules_refuse',
    field: 'override_reason',
    details: { rule: 'max_duration_minutes' },
  })
  const made = await api.call(
    createByStaffRoute,
    create({ person, override_reason: 'Works on the roof' }),
    admin.token,
  )
  expect(made).toMatchObject({
    override_reason: 'Works on the roof',
    rule_set: { id: rule_set_id, version: 1 },
  })
  const { rows } = await pool.query(
    `select details ->> 'override_reason' as reason from audit_log where subject_id = $1`,
    [made.id],
  )
  expect(rows).toEqual([{ reason: 'Works on the roof' }])

  const { starts_at, ends_at } = twoHours(api)
  const closed = { params: { spot_id: spot(1) }, body: { kind: 'CLOSED' as const, starts_at, ends_at } }
  await api.call(createSpotAvailabilityRoute, closed, admin.token)
  const onClosed = {
    spot_id: spot(1),
    person,
    ends_at: new Date(Date.parse(twoHours(api).starts_at) + 3_600_000).toISOString(),
  }
  expect(await api.refusal(createByStaffRoute, create(onClosed), admin.token)).toMatchObject({
    code: 'spot_closed',
  })
  expect(
    await api.call(
      createByStaffRoute,
      create({ ...onClosed, override_reason: 'The fence is down' }),
      admin.token,
    ),
  ).toMatchObject({ status: 'PENDING' })
})

test('rejects outsiders by id with 400 and patrollers and other lots’ admins with 403', async () => {
  const stranger = await aPerson(api)
  expect(
    await api.refusal(createByStaffRoute, create({ user_id: stranger.user_id }), admin.token),
  ).toMatchObject({
    status: 400,
    field: 'user_id',
  })
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect(
    await api.refusal(createByStaffRoute, create({ person: { email: 'a@b.example' } }), patroller.token),
  ).toMatchObject({ status: 403 })
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'ADMIN')
  expect(
    await api.refusal(createByStaffRoute, create({ person: { email: 'a@b.example' } }), elsewhere.token),
  ).toMatchObject({ status: 403 })
  const count = await api.deps.database.pool.query('select from reservations where lot_id = $1', [lot.lot_id])
  expect(count.rowCount).toBe(0)
})

test('moves a reservation to another spot as a whole, in part, or as a swap', async () => {
  const { driver, reservation: booked } = await paidReservation()
  const reason = 'The drain is repaired'
  const asked = (more: Record<string, unknown>) => ({
    body: { reservation_id: booked.id, reason, ...more },
    idempotency_key: key(),
  })
  const moved = await api.call(replaceByStaffRoute, asked({ spot_id: spot(1) }), admin.token)
  expect(moved).toMatchObject({ reservation: { spot_id: spot(1), total_cents: 899 }, continued_by: null })

  const other = await paidReservation({ spot_id: spot(0) })
  const swapped = await api.call(
    replaceByStaffRoute,
    asked({ with_reservation_id: other.reservation.id }),
    admin.token,
  )
  expect(swapped.reservation.spot_id).toBe(spot(0))
  const there = { params: { reservation_id: other.reservation.id } }
  expect(await api.call(getReservationRoute, there, admin.token)).toMatchObject({
    spot_id: spot(1),
    starts_at: other.reservation.starts_at,
  })

  api.ports.advance({ hours: 2 })
  const split = await api.call(replaceByStaffRoute, asked({ spot_id: spot(2) }), admin.token)
  expect(split.reservation).toMatchObject({
    status: 'ACTIVE',
    spot_id: spot(0),
    ends_at: api.ports.now().toISOString(),
  })
  expect(split.continued_by).toMatchObject({
    status: 'ACTIVE',
    spot_id: spot(2),
    ends_at: booked.ends_at,
    total_cents: 899,
    continues_id: booked.id,
  })
  const rest = { params: { reservation_id: split.continued_by?.id ?? '' } }
  expect(await api.call(getReservationRoute, rest, driver.token)).toMatchObject({ user_id: driver.user_id })
})

test('cancels with a reason and the refund that staff decide, but never more than was paid', async () => {
  const { reservation: booked } = await paidReservation()
  const params = { reservation_id: booked.id }
  const over = { params, body: { reason: 'Flood', refund_cents: 900 }, idempotency_key: key() }
  expect(await api.refusal(cancelByStaffRoute, over, admin.token)).toMatchObject({
    status: 400,
    field: 'refund_cents',
  })
  api.ports.advance({ hours: 2 })
  const done = await api.call(
    cancelByStaffRoute,
    { params, body: { reason: 'Flood', refund_cents: 500 }, idempotency_key: key() },
    admin.token,
  )
  expect(done.status).toBe('CANCELED')
  // A refund that staff decide on can be undone for ten minutes.
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
  const { rows } = await api.deps.database.pool.query(
    'select status, refunded_cents from invoices where reservation_id = $1',
    [booked.id],
  )
  expect(rows).toEqual([{ status: 'PARTIALLY_REFUNDED', refunded_cents: 500 }])
})

test('lets a host end a monthly reservation only with the lot’s notice period, and its driver not at all', async () => {
  const host = await aMember(api, lot.lot_id, 'MEMBER')
  const { pool } = api.deps.database
  await pool.query('update lots set month_cents = 30000 where id = $1', [lot.lot_id])
  const { reservation: booked, driver } = await paidReservation({ ends_at: null })
  await pool.query('update spots set assigned_user_id = $2 where id = $1', [spot(0), host.user_id])
  const params = { reservation_id: booked.id }
  const soon = new Date(api.ports.now().getTime() + 5 * 86_400_000).toISOString()
  expect(await api.refusal(giveNoticeRoute, { params, body: { ends_at: soon } }, host.token)).toMatchObject({
    status: 400,
    field: 'ends_at',
  })
  expect(await api.refusal(giveNoticeRoute, { params, body: {} }, driver.token)).toMatchObject({
    status: 403,
  })
  const ended = await api.call(giveNoticeRoute, { params, body: {} }, host.token)
  expect(Date.parse(ended.ends_at ?? '') - api.ports.now().getTime()).toBeGreaterThanOrEqual(
    14 * 86_400_000 - 3_600_000,
  )
  expect(ended.total_cents).toBeNull()
  await api.runJobs()
  const notices = await pool.query<{ kind: string }>(
    'select kind from notifications where user_id = $1 order by created_at',
    [driver.user_id],
  )
  expect(notices.rows.map(({ kind }) => kind)).toContain('NOTICE_GIVEN')
})

test('rejects a stranger’s cancellation with 404 and a forged quote token on quote_token', async () => {
  const { reservation: booked, driver } = await paidReservation()
  const stranger = await aPerson(api)
  const params = { reservation_id: booked.id }
  expect(
    await api.refusal(cancelReservationRoute, { params, body: { refund_cents: 899 } }, stranger.token),
  ).toMatchObject({ status: 404 })
  const body = { spot_id: spot(0), starts_at: booked.starts_at, ends_at: booked.ends_at, quote_token: 'x.y' }
  expect(await api.refusal(bookInstantlyRoute, { body, idempotency_key: key() }, driver.token)).toMatchObject(
    {
      field: 'quote_token',
    },
  )
})

import { getReservationsSummaryRoute } from '@openspot/contract/booking/monitor.ts'
import { getLotOverviewRoute, type LotOverview } from '@openspot/contract/booking/overview.ts'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { createSignRoute, listSignsRoute } from '@openspot/contract/lots/signs.ts'
import {
  adjustInvoiceRoute,
  listLotDisputesRoute,
  listLotRefundsRoute,
} from '@openspot/contract/money/adjustments.ts'
import { listFinesRoute } from '@openspot/contract/operations/fines.ts'
import { listStaffGatesRoute } from '@openspot/contract/operations/gates.ts'
import { createProblemRoute, listProblemsRoute } from '@openspot/contract/operations/problems.ts'
import { addMemberRoute, listMembersRoute } from '@openspot/contract/people/memberships.ts'
import type { AttentionKind } from '@openspot/core/overview/attention.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createGate } from '../../testing/factories/gates.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { connectionsUsed, functionsCalled } from '../../testing/functions-called.ts'

const HOUR_MS = 3_600_000
let api: TestApi
let lot: TestLot
let admin: Person
let patroller: Person
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, { approval_limit_cents: 0 }, 4)
  // 10 AM in Chicago, so that the hours of a test are on one day.
  const noon =
    Math.ceil((api.ports.now().getTime() - 16 * HOUR_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS + 16 * HOUR_MS
  api.ports.advance({ seconds: (noon - api.ports.now().getTime()) / 1000 })
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  patroller = await aMember(api, lot.lot_id, 'PATROLLER')
})

const params = () => ({ params: { lot_id: lot.lot_id } })
const overviewOf = (person: Person): Promise<LotOverview> =>
  api.call(getLotOverviewRoute, params(), person.token)
const run = (text: string, values: unknown[]) => api.deps.database.pool.query(text, values)
const hoursFromNow = (hours: number) =>
  new Date(Math.round(api.ports.now().getTime() / HOUR_MS) * HOUR_MS + hours * HOUR_MS).toISOString()

async function book(spot: number, from: number, to: number) {
  const driver = await aPerson(api, { first_name: 'Dora' })
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[spot] ?? '',
    starts_at: hoursFromNow(from),
    ends_at: hoursFromNow(to),
    payment_method_id,
  })
  return { driver, reservation }
}

test('says that nothing but the payout account needs attention in a new lot without anything open', async () => {
  const { attention, ...today } = await overviewOf(admin)
  expect(attention).toEqual([{ kind: 'PAYOUT_ACCOUNT', count: 1, due_at: null, since_at: null }])
  expect(today).toMatchObject({
    spots: 4,
    taken_spots: 0,
    arrivals: { count: 0, next: [] },
    departures: { count: 0, next: [] },
    currency: 'USD',
    money: { paid_cents: 0, week_ago_cents: 0, week_ago_day_cents: 0 },
  })
  expect(today.hours.map(({ taken_spots }) => taken_spots)).toEqual(Array(24).fill(0))
})

/** Creates one or two entries of everything that can need attention. */
async function makeEverythingWait(): Promise<void> {
  const driver = await aPerson(api)
  await api.call(addMemberRoute, { ...params(), body: {} }, driver.token)
  await api.call(
    createByStaffRoute,
    {
      body: {
        spot_id: lot.spot_ids[3] ?? '',
        user_id: driver.user_id,
        starts_at: hoursFromNow(5),
        ends_at: hoursFromNow(6),
        payment_kind: 'STRIPE',
      },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  const first = await book(0, 1, 3)
  const second = await book(1, 1, 3)
  await api.call(
    adjustInvoiceRoute,
    {
      params: { invoice_id: first.reservation.invoice_id ?? '' },
      body: { kind: 'REFUND', amount_cents: 100, reason: 'Gate was stuck' },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  const invoice_id = second.reservation.invoice_id ?? ''
  for (const [days, closed_at] of [
    [9, null],
    [5, null],
    [1, api.ports.now().toISOString()],
  ] as const) {
    await run(
      `insert into disputes (lot_id, invoice_id, payment_id, stripe_dispute_id, status, reason, amount_cents, evidence_due_at, opened_at, closed_at)
       select $1, $2, p.id, $3, 'needs_response', 'fraudulent', 100, $4, $5, $6 from payments p where p.invoice_id = $2`,
      [
        lot.lot_id,
        invoice_id,
        `dp_${secretWord(api.ports)}`,
        new Date(api.ports.now().getTime() + days * 24 * HOUR_MS).toISOString(),
        api.ports.now().toISOString(),
        closed_at,
      ],
    )
  }
  // One refund that the bank sent back is owed, and one was overtaken by a dispute.
  for (const resolution of [null, 'DISPUTED'])
    await run(
      `insert into refunds (lot_id, invoice_id, payment_id, status, amount_cents, reason, created_at, queued_at, failed_at, failure_message,
         resolution, resolved_at)
       select $1, $2, p.id, 'FAILED', 100, 'Gate was stuck', $3, $3, $3, 'The bank did not accept the refund.', $4::text,
         case when $4::text is not null then $3::timestamptz end from payments p where p.invoice_id = $2`,
      [lot.lot_id, invoice_id, api.ports.now().toISOString(), resolution],
    )
  await run(
    `insert into invoices (lot_id, reservation_id, user_id, status, currency, total_cents, service_fee_cents, platform_share_cents,
       payment_kind, created_at, kind, period_starts_at, period_ends_at, grace_ends_at)
     values ($1, $2, $3, 'FAILED', 'USD', 0, 0, 0, 'STRIPE', $4, 'PERIOD', $4, $5, $5)`,
    [
      lot.lot_id,
      second.reservation.id,
      second.driver.user_id,
      api.ports.now().toISOString(),
      hoursFromNow(2),
    ],
  )
  for (const { driver: reporter, reservation } of [first, second]) {
    await api.call(
      createProblemRoute,
      {
        ...params(),
        body: { kind: 'OTHER', reservation_id: reservation.id, text: 'The light is broken' },
        idempotency_key: secretWord(api.ports),
      },
      reporter.token,
    )
  }
  const gate = await createGate(api, { lot_id: lot.lot_id, admin })
  await createGate(api, { lot_id: lot.lot_id, admin })
  await run('update gates set is_reachable = false, reachable_at = $2 where id = $1', [
    gate.id,
    api.ports.now().toISOString(),
  ])
  await api.call(
    createSignRoute,
    { ...params(), body: { place: 'East gate', url: `/l/${lot.public_id}` } },
    admin.token,
  )
  await run('update lots set public_id = $2 where id = $1', [lot.lot_id, secretWord(api.ports)])
}

test('counts in each item what the list shows that it leads to, the most urgent first', async () => {
  await makeEverythingWait()
  const { attention } = await overviewOf(admin)
  const ask = (answer: Promise<{ items: unknown[] }>) => answer.then(({ items }) => items.length)
  const { token } = admin
  const history = (query: { status?: 'PENDING'; payment?: 'FAILED' }) =>
    ask(api.call(listParkHistoryRoute, { query: { lot_id: lot.lot_id, ...query } }, token))
  const lists: Partial<Record<AttentionKind, number>> = {
    DISPUTES: await ask(api.call(listLotDisputesRoute, { ...params(), query: { open: true } }, token)),
    FAILED_PAYMENTS: await history({ payment: 'FAILED' }),
    PENDING_RESERVATIONS: await history({ status: 'PENDING' }),
    PROBLEMS: await ask(api.call(listProblemsRoute, { ...params(), query: { status: 'OPEN' } }, token)),
    OFFLINE_GATES: (await api.call(listStaffGatesRoute, params(), token)).items.filter(
      ({ is_reachable }) => is_reachable === false,
    ).length,
    JOIN_REQUESTS: await ask(
      api.call(listMembersRoute, { ...params(), query: { waits_for: 'STAFF' } }, token),
    ),
    REFUNDS: await ask(
      api.call(listLotRefundsRoute, { ...params(), query: { status: 'AWAITING_APPROVAL' } }, token),
    ),
    FAILED_REFUNDS: await ask(
      api.call(listLotRefundsRoute, { ...params(), query: { is_owed: true } }, token),
    ),
    FINE_APPEALS: await ask(api.call(listFinesRoute, { ...params(), query: { appealed: true } }, token)),
    OUTDATED_SIGNS: (await api.call(listSignsRoute, params(), token)).items.filter(
      ({ is_outdated }) => is_outdated,
    ).length,
  }
  expect(lists).toMatchObject({
    DISPUTES: 2,
    PROBLEMS: 2,
    OFFLINE_GATES: 1,
    REFUNDS: 1,
    FAILED_REFUNDS: 1,
    OUTDATED_SIGNS: 1,
  })
  expect(
    Object.fromEntries(attention.filter(({ kind }) => kind in lists).map(({ kind, count }) => [kind, count])),
  ).toEqual(Object.fromEntries(Object.entries(lists).filter(([, count]) => count > 0)))
  expect(attention.map(({ kind }) => kind)).toEqual([
    'FAILED_PAYMENTS',
    'PENDING_RESERVATIONS',
    'DISPUTES',
    'FAILED_REFUNDS',
    'PROBLEMS',
    'OFFLINE_GATES',
    'JOIN_REQUESTS',
    'REFUNDS',
    'OUTDATED_SIGNS',
    'PAYOUT_ACCOUNT',
  ])
  expect(attention.find(({ kind }) => kind === 'DISPUTES')?.due_at).toBe(
    new Date(api.ports.now().getTime() + 5 * 24 * HOUR_MS).toISOString(),
  )
})

test('gives patrollers only problems and gates, and no amounts', async () => {
  await makeEverythingWait()
  const seen = await overviewOf(patroller)
  expect(seen.attention.map(({ kind, count }) => [kind, count])).toEqual([
    ['PROBLEMS', 2],
    ['OFFLINE_GATES', 1],
  ])
  expect(seen.money).toBeNull()
  for (const query of [{ payment: 'FAILED' as const }, { range_of: 'PAYMENT' as const }]) {
    const refusal = await api.refusal(
      listParkHistoryRoute,
      { query: { lot_id: lot.lot_id, ...query } },
      patroller.token,
    )
    expect(refusal).toMatchObject({ status: 403, code: 'forbidden' })
  }
})

test('counts a spot in each hour by the part of the hour that it is taken, with the long reservations of earlier days', async () => {
  await book(0, 1, 3)
  await book(1, 2, 3)
  const { reservation } = await book(2, 1, 2)
  const begun = new Date(Date.parse(hoursFromNow(0)) - 20 * 24 * HOUR_MS).toISOString()
  await run('update reservations set starts_at = $2, ends_at = $3 where id = $1', [
    reservation.id,
    begun,
    new Date(Date.parse(hoursFromNow(1)) + 30 * 60_000).toISOString(),
  ])
  const { hours, taken_spots, starts_at } = await overviewOf(admin)
  expect(taken_spots).toBe(1)
  expect(hours[0]?.starts_at).toBe(starts_at)
  expect(hours.map((hour) => hour.taken_spots)).toEqual([...Array(11).fill(1), 1.5, 2, ...Array(11).fill(0)])
})

test('lists the arrivals and departures that are still ahead today', async () => {
  const { reservation } = await book(0, 1, 3)
  await book(1, 2, 30)
  const { arrivals, departures } = await overviewOf(admin)
  expect(arrivals.count).toBe(2)
  expect(arrivals.next[0]).toEqual({
    reservation_id: reservation.id,
    at: hoursFromNow(1),
    spot_label: 'A1',
    name: 'Dora Example',
    plate: null,
  })
  expect(departures).toMatchObject({ count: 1, next: [{ at: hoursFromNow(3), spot_label: 'A1' }] })
})

test('compares what was paid today, less refunds, with the same day a week ago until this time', async () => {
  const { reservation } = await book(0, 1, 3)
  const paid = (hours: number, cents: number) =>
    run(`update invoices set paid_at = $2 where reservation_id = $1 and paid_cents > $3`, [
      reservation.id,
      new Date(api.ports.now().getTime() + hours * HOUR_MS).toISOString(),
      cents,
    ])
  const summary = await api.call(getReservationsSummaryRoute, { ...params(), query: {} }, admin.token)
  const total = summary.paid_cents ?? 0
  expect(total).toBeGreaterThan(0)
  expect((await overviewOf(admin)).money).toEqual({
    paid_cents: total,
    week_ago_cents: 0,
    week_ago_day_cents: 0,
  })
  await paid(-7 * 24 - 1, 0)
  expect((await overviewOf(admin)).money).toEqual({
    paid_cents: 0,
    week_ago_cents: total,
    week_ago_day_cents: total,
  })
  await paid(-7 * 24 + 1, 0)
  expect((await overviewOf(admin)).money).toEqual({
    paid_cents: 0,
    week_ago_cents: 0,
    week_ago_day_cents: total,
  })
})

test('has 23 hours on the day on which the clocks go forward', async () => {
  const spring = Date.parse('2027-03-14T18:00:00Z')
  api.ports.advance({ seconds: (spring - api.ports.now().getTime()) / 1000 })
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  const { hours, starts_at, ends_at } = await overviewOf(admin)
  expect(hours).toHaveLength(23)
  expect([starts_at, ends_at]).toEqual(['2027-03-14T06:00:00.000Z', '2027-03-15T05:00:00.000Z'])
})

test('is read by one statement, besides that of the session, which calls no function for each row', async () => {
  await book(0, 1, 3)
  await book(1, 2, 30)
  const called = await functionsCalled(api, 'get_lot_overview', [
    lot.lot_id,
    api.ports.now().toISOString(),
    true,
  ])
  expect(called).toEqual({})
  expect(await connectionsUsed(api, () => overviewOf(admin))).toBe(2)
})

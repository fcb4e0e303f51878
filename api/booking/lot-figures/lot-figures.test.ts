import { getLotFiguresRoute, type LotFigures } from '@openspot/contract/booking/lot-figures.ts'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import type { ReservationStatus } from '@openspot/core/enums.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { asOwner } from '../../testing/owner.ts'
import { aYearOfReservations, rowsRead } from '../../testing/rows-read.ts'

const zone = 'America/Chicago'
/** Two weeks, of which the first has the day on which the clocks go back. */
const current = { from_on: '2026-11-08', until_on: '2026-11-14' }
const previous = { from_on: '2026-11-01', until_on: '2026-11-07' }
const HOUR_MS = 3_600_000

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
let figures: LotFigures
const run = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await api.deps.database.pool.query(text, values)).rows as Row[]

beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 4)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api)
  await fill()
  await aLotBeside()
  figures = await ask()
})
afterAll(() => api.close())

const ask = (query: { from_on?: string; until_on?: string } = current, of = lot, by = admin) =>
  api.call(getLotFiguresRoute, { params: { lot_id: of.lot_id }, query }, by.token)

let turns = 7
/** A repeatable sequence of numbers below `most`. */
const next = (most: number): number => {
  turns = (turns * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((turns / 2_147_483_648) * most)
}

/** Fills October to December with reservations of all kinds and lengths, one after the other on each spot. */
async function fill(): Promise<void> {
  for (const spot_id of lot.spot_ids.slice(0, 3)) {
    let at = Date.parse('2026-10-20T05:00:00Z') + next(20) * HOUR_MS
    let before: string | null = null
    while (at < Date.parse('2026-11-25T00:00:00Z')) {
      const hours = next(12) === 0 ? 24 * 8 + next(30) : 1 + next(20)
      const status =
        (['ACTIVE', 'ACTIVE', 'ACTIVE', 'CANCELED', 'CHECKOUT', 'EXPIRED'] as const)[next(6)] ?? 'ACTIVE'
      before = await book(spot_id, { at, hours, status, continues_id: next(6) === 0 ? before : null })
      at += (hours + next(14)) * HOUR_MS + next(2) * 30 * 60_000
    }
  }
  await book(lot.spot_ids[3] ?? '', {
    at: Date.parse('2026-11-10T15:00:00Z'),
    hours: null,
    status: 'ACTIVE',
    continues_id: null,
  })
}

interface Booked {
  at: number
  /** Null for one without an end. */
  hours: number | null
  status: ReservationStatus
  continues_id: string | null
}

async function book(spot_id: string, { at, hours, status, continues_id }: Booked): Promise<string> {
  const [starts_at, created_at] = [
    new Date(at).toISOString(),
    new Date(at - next(100) * HOUR_MS).toISOString(),
  ]
  const total_cents = continues_id ? 0 : 100 + next(3000)
  const id = await aReservation(api, {
    lot_id: lot.lot_id,
    spot_id,
    user_id: driver.user_id,
    starts_at,
    ends_at: hours === null ? null : new Date(at + hours * HOUR_MS).toISOString(),
    status,
    total_cents,
    created_at,
    continues_id,
    ...(status === 'CHECKOUT' ? { hold_expires_at: starts_at } : {}),
  })
  if (status === 'ACTIVE' && continues_id === null) await pay(id, total_cents, created_at)
  return id
}

async function pay(reservation_id: string, cents: number, at: string): Promise<void> {
  const refunded = next(4) === 0 ? Math.floor(cents / 2) : 0
  await run(
    `with i as (
       insert into invoices (lot_id, reservation_id, user_id, status, currency, total_cents, paid_cents, refunded_cents, service_fee_cents,
         platform_share_cents, payment_kind, created_at, paid_at)
       values ($1, $2, $3, 'PAID', 'USD', $4, $4, $5, 0, 0, 'STRIPE', $6, $6) returning id, lot_id)
     insert into invoice_lines (lot_id, invoice_id, line_no, kind, amount_cents, quantity, unit_cents)
       select lot_id, id, 1, 'PARKING', $4, 1, $4 from i`,
    [lot.lot_id, reservation_id, driver.user_id, cents, refunded, at],
  )
}

/** Another lot whose rows must not be counted. */
async function aLotBeside(): Promise<void> {
  const other = await aLot(api, {}, 1)
  await aReservation(api, {
    lot_id: other.lot_id,
    spot_id: other.spot_ids[0] ?? '',
    user_id: driver.user_id,
    starts_at: '2026-11-09T12:00:00Z',
    ends_at: '2026-11-12T12:00:00Z',
    total_cents: 99_999,
  })
}

/** The same figures, minute by minute and without the tables and statements that the product uses. */
async function direct({ from_on, until_on }: typeof current) {
  const values = [lot.lot_id, from_on, until_on]
  const [stays] = await run<Record<string, number | null>>(
    `select count(*)::int as reservations, (count(*) filter (where status = 'CANCELED'))::int as canceled,
       round(avg(total_cents) filter (where continues_id is null and status = 'ACTIVE' and ends_at is not null))::int as average_price_cents,
       round(avg(extract(epoch from starts_at - created_at) / 60) filter (where continues_id is null and status = 'ACTIVE' and ends_at is not null))::int as average_lead_minutes,
       round((sum(extract(epoch from ends_at - starts_at) / 60) filter (where status = 'ACTIVE'))
         / nullif(count(*) filter (where continues_id is null and status = 'ACTIVE' and ends_at is not null), 0))::int as average_length_minutes
     from reservations where lot_id = $1 and status in ('ACTIVE', 'CANCELED')
       and to_char(starts_at at time zone '${zone}', 'YYYY-MM-DD') between $2 and $3`,
    values,
  )
  const [money] = await run<{ revenue_cents: number }>(
    `select coalesce(sum(paid_cents) - sum(refunded_cents), 0)::int as revenue_cents from invoices
     where lot_id = $1 and to_char(paid_at at time zone '${zone}', 'YYYY-MM-DD') between $2 and $3`,
    values,
  )
  const [taken] = await run<{ occupancy_bps: number }>(
    `select round(10000.0 * count(r.id) / (count(distinct m.at) * 4))::int as occupancy_bps
     from generate_series($2::date::timestamp at time zone '${zone}', (($3::date + 1)::timestamp at time zone '${zone}') - interval '1 minute', '1 minute') as m (at)
       left join reservations r on r.lot_id = $1 and r.status in ('ACTIVE', 'CHECKOUT', 'PENDING') and r.starts_at <= m.at and coalesce(r.ends_at, 'infinity') > m.at`,
    values,
  )
  return { ...stays, ...money, ...taken }
}

test('agrees with figures that are counted minute by minute from the reservations and invoices', async () => {
  const { canceled_bps, ...totals } = figures.current.totals
  expect(totals).toEqual(await direct(current))
  expect(canceled_bps).toBe(Math.round((totals.canceled / totals.reservations) * 10_000))
  const { canceled_bps: _, ...before } = figures.previous.totals
  expect(before).toEqual(await direct(previous))
  expect(totals.reservations).toBeGreaterThan(5)
  expect(totals.canceled).toBeGreaterThan(0)
  expect([figures.time_zone, figures.currency, figures.spots]).toEqual([zone, 'USD', 4])
})

test('returns each day of both periods with its own figures', async () => {
  expect(figures.current.days.map(({ on }) => on)).toEqual(
    Array.from({ length: 7 }, (_, day) => `2026-11-${String(day + 8).padStart(2, '0')}`),
  )
  expect(figures.previous).toMatchObject(previous)
  for (const { on, canceled_bps: _, ...day } of [...figures.previous.days, ...figures.current.days]) {
    expect([on, day]).toEqual([on, await direct({ from_on: on, until_on: on })])
  }
})

test('returns the occupancy of each hour of the week in the lot’s time zone', async () => {
  const rows = await run<{ weekday: number; hour: number; bps: number }>(
    `select extract(isodow from l.clock)::int as weekday, extract(hour from l.clock)::int as hour,
       round(10000.0 * count(r.id) / (60 * 4))::int as bps
     from generate_series('2026-11-08'::timestamp at time zone '${zone}', ('2026-11-15'::timestamp at time zone '${zone}') - interval '1 minute', '1 minute') as m (at)
       cross join lateral (select m.at at time zone '${zone}' as clock) l
       left join reservations r on r.lot_id = $1 and r.status in ('ACTIVE', 'CHECKOUT', 'PENDING') and r.starts_at <= m.at and coalesce(r.ends_at, 'infinity') > m.at
     group by 1, 2 order by 1, 2`,
    [lot.lot_id],
  )
  expect(figures.week.map(({ occupancy_bps }) => occupancy_bps)).toEqual(rows.map(({ bps }) => bps))
  expect(figures.week[25]).toMatchObject({ weekday: 'TUE', hour: 1 })
})

test('counts the hour that occurs twice as two hours', async () => {
  const { week } = await ask({ from_on: '2026-11-01', until_on: '2026-11-01' })
  const one = week.find(({ weekday, hour }) => weekday === 'SUN' && hour === 1)
  const [row] = await run<{ bps: number }>(
    `select round(10000.0 * count(r.id) / (120 * 4))::int as bps
     from generate_series('2026-11-01T06:00Z'::timestamptz, '2026-11-01T07:59Z', '1 minute') as m (at)
       left join reservations r on r.lot_id = $1 and r.status in ('ACTIVE', 'CHECKOUT', 'PENDING') and r.starts_at <= m.at and coalesce(r.ends_at, 'infinity') > m.at`,
    [lot.lot_id],
  )
  expect(one?.occupancy_bps).toBe(row?.bps)
  expect(week.find(({ weekday }) => weekday === 'MON')?.occupancy_bps).toBeNull()
})

test('returns the utilization of every spot, the most used first, and of the period before', async () => {
  const used = (from: string, to: string) =>
    run<{ label: string; bps: number }>(
      `select s.label, round(10000.0 * count(r.id) / count(distinct m.at))::int as bps
       from spots s cross join generate_series($2::timestamp at time zone '${zone}', ($3::timestamp at time zone '${zone}') - interval '1 minute', '1 minute') as m (at)
         left join reservations r on r.spot_id = s.id and r.status in ('ACTIVE', 'CHECKOUT', 'PENDING') and r.starts_at <= m.at and coalesce(r.ends_at, 'infinity') > m.at
       where s.lot_id = $1 group by s.label order by bps desc, s.label`,
      [lot.lot_id, from, to],
    )
  expect(figures.by_spot.map(({ label, utilization_bps: bps }) => ({ label, bps }))).toEqual(
    await used('2026-11-08', '2026-11-15'),
  )
  const before = await used('2026-11-01', '2026-11-08')
  for (const { label, previous_bps } of figures.by_spot)
    expect([label, previous_bps]).toEqual([label, before.find((spot) => spot.label === label)?.bps])
})

test('counts as many reservations as the lists show that the figures lead to', async () => {
  const [starts_at, ends_at] = ['2026-11-08T06:00:00.000Z', '2026-11-15T06:00:00.000Z']
  const count = async (query: {
    status?: ReservationStatus
    range_of?: 'START' | 'PAYMENT'
    spot_id?: string
  }) => {
    const { items } = await api.call(
      listParkHistoryRoute,
      { query: { lot_id: lot.lot_id, starts_at, ends_at, limit: 100, ...query } },
      admin.token,
    )
    return items.length
  }
  const { totals } = figures.current
  expect(await count({ range_of: 'START', status: 'CANCELED' })).toBe(totals.canceled)
  expect(await count({ range_of: 'START', status: 'ACTIVE' })).toBe(totals.reservations - totals.canceled)
  const [paid] = await run<{ count: number }>(
    `select count(distinct reservation_id)::int as count from invoices where lot_id = $1 and paid_at >= $2 and paid_at < $3`,
    [lot.lot_id, starts_at, ends_at],
  )
  expect(await count({ range_of: 'PAYMENT' })).toBe(paid?.count)
})

test('has no averages and no occupancy for a period and a lot without anything', async () => {
  const empty = await aLot(api, {}, 1)
  const staff = await aMember(api, empty.lot_id, 'ADMIN')
  const { current: period, by_spot } = await ask({}, empty, staff)
  expect(period.days).toHaveLength(28)
  expect(period.totals).toEqual({
    revenue_cents: 0,
    reservations: 0,
    canceled: 0,
    canceled_bps: null,
    average_price_cents: null,
    average_length_minutes: null,
    average_lead_minutes: null,
    occupancy_bps: 0,
  })
  expect(by_spot).toMatchObject([{ label: 'A1', utilization_bps: 0, previous_bps: 0, reservations: 0 }])
})

test('refuses a period that is longer than 92 days or ends before it begins', async () => {
  const refusal = (query: typeof current) =>
    api.refusal(getLotFiguresRoute, { params: { lot_id: lot.lot_id }, query }, admin.token)
  for (const query of [
    { from_on: '2026-11-02', until_on: '2026-11-01' },
    { from_on: '2026-08-01', until_on: '2026-11-01' },
  ])
    expect(await refusal(query)).toMatchObject({ status: 400, code: 'request_invalid', field: 'until_on' })
})

test('reads only the rows of the period, of all that the lot ever had', async () => {
  const { pool } = api.deps.database
  const big = await aLot(api, {}, 1)
  await aYearOfReservations(pool, { ...big, user_ids: [driver.user_id], until: '2026-11-14T20:00Z' })
  await asOwner(api, 'analyze reservations, invoices, occupancy')
  for (const label of ['sum_figure_days', 'sum_taken_hours', 'sum_taken_spots']) {
    const values = [big.lot_id, zone, previous.from_on, current.until_on]
    if (label === 'sum_taken_spots') values.push(current.from_on)
    for (const read of await rowsRead(pool, label, values, ['reservations', 'invoices', 'occupancy'])) {
      // Two weeks have 84 reservations and as many payments; occupancy also reads those that began in the 5 days before.
      expect(read).toBeGreaterThan(80)
      expect(read).toBeLessThan(250)
    }
  }
})

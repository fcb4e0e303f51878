import { createLotClosureRoute } from '@openspot/contract/booking/availability.ts'
import { type AvailabilityRule, closedSpans } from '@openspot/core/availability/availability.ts'
import { clipSpans, type Span, touches } from '@openspot/core/recurrence/recurrence.ts'
import { lookAt, quarters } from '@openspot/core/testing/availability.ts'
import { recurrencesAround, STEP } from '@openspot/core/testing/recurrence.ts'
import { isoOf, MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { anAvailabilityRule, brokenCalendars, closedRows } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { materializeCalendars } from './materialize-calendars.ts'
import { materializeClosures } from './materialize-closures.ts'

let api: TestApi
let assignee: Person
beforeAll(async () => {
  api = await testApi()
  assignee = await aPerson(api)
})
afterAll(() => api.close())

const day = MINUTES_PER_DAY
const infinity = Number.POSITIVE_INFINITY
const db = () => api.deps.database.db
const materialize = (lot_id: string, spot_ids: string[] | null) =>
  db()
    .transaction()
    .execute((tx) => materializeClosures(tx, lot_id, spot_ids, api.ports.now()))
const say = (spans: Span[]) =>
  spans.map(
    ({ from, to }) => `${isoOf(from).slice(0, 16)} ${to === infinity ? 'for ever' : `${(to - from) / 60}h`}`,
  )
const around = (spans: Span[], from: string, to: string) => clipSpans(spans, minutesOf(from), minutesOf(to))
/** 430 days from the last UTC midnight, in minutes. */
const horizon = () => (Math.floor(api.ports.now().getTime() / 86_400_000) + 430) * day

/** Creates a lot with four spots: two in a zone and two outside, one of each pair assigned. */
async function aZonedLot(time_zone: string): Promise<TestLot & { zone_id: string }> {
  const lot = await aLot(api, { time_zone }, 4)
  const { id: zone_id } = await db()
    .insertInto('zones')
    .values({ lot_id: lot.lot_id, name: 'North' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db().updateTable('spots').set({ zone_id }).where('id', 'in', lot.spot_ids.slice(0, 2)).execute()
  const own = lot.spot_ids.filter((_, i) => i % 2 === 0)
  await db().updateTable('spots').set({ assigned_user_id: assignee.user_id }).where('id', 'in', own).execute()
  return { ...lot, zone_id }
}

const places = [
  ['America/Chicago', '2026-03-08'],
  ['America/Chicago', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Asia/Kathmandu', '2026-06-01'],
] as const

/** Random availability rules of a lot around a date: each on a spot, the zone (4), or the lot (5). */
const questions = fc.constantFrom(...places).chain(([zone, date]) =>
  fc.record({
    zone: fc.constant(zone),
    date: fc.constant(date),
    availability_rules: fc.array(
      fc.record({ recurrence: recurrencesAround(zone, date), where: fc.nat(5), isOpen: fc.boolean() }),
      { maxLength: 7 },
    ),
  }),
)

test('materializes exactly what the availability rules say, for every quarter of an hour', async () => {
  const lots = new Map<string, Awaited<ReturnType<typeof aZonedLot>>>()
  await fc.assert(
    fc.asyncProperty(questions, async ({ zone, date, availability_rules: rules }) => {
      const lot = lots.get(zone) ?? (await aZonedLot(zone))
      lots.set(zone, lot)
      await db().deleteFrom('availability').where('lot_id', '=', lot.lot_id).execute()
      const all: (AvailabilityRule & { where: number })[] = []
      for (const { recurrence, where, isOpen } of rules) {
        const kind = isOpen && where < 4 ? 'OPEN' : 'CLOSED'
        const until_on = recurrence.repeat_frequency === 'NEVER' ? null : recurrence.until_on
        const said = { ...recurrence, until_on, kind } as const
        const id = await anAvailabilityRule(api, {
          lot_id: lot.lot_id,
          spot_id: lot.spot_ids[where] ?? null,
          zone_id: where === 4 ? lot.zone_id : null,
          created_by_user_id: assignee.user_id,
          ...said,
          weekdays: [...said.weekdays],
        })
        all.push({ ...said, id, where })
      }
      await materialize(lot.lot_id, null)
      const at = startOfDate(zone, date)
      const stretch = { from: at - 3 * day, to: at + 3 * day }
      for (const [i, spot_id] of lot.spot_ids.entries()) {
        const own = all.filter(({ where }) => where === i || where === 5 || (where === 4 && i < 2))
        const spot = { is_assigned: i % 2 === 0, availability_rules: own }
        const rows = await closedRows(api, spot_id)
        const look = lookAt(zone, spot, stretch.from, stretch.to)
        const times = quarters(stretch)
        expect(times.map((time) => touches(rows, time, time + STEP))).toEqual(
          times.map((time) => look(time) !== null),
        )
        const [from, to] = [minutesOf('2026-03-02T15:00Z'), horizon()]
        expect(clipSpans(rows, from, to)).toEqual(closedSpans(zone, spot, from, to))
        const isEndless = own.some(
          ({ repeat_frequency, until_on }) => repeat_frequency !== 'NEVER' && !until_on,
        )
        const after = isEndless ? [{ from: to, to: infinity }] : closedSpans(zone, spot, to, infinity)
        expect(clipSpans(rows, to, infinity)).toEqual(after)
      }
    }),
    { numRuns: 120 },
  )
  expect(await brokenCalendars(api)).toEqual([])
})

test('materializes a nightly closure up to the horizon at its local hours across clock changes', async () => {
  const lot = await aLot(api)
  const [spot_id = ''] = lot.spot_ids
  await anAvailabilityRule(api, {
    lot_id: lot.lot_id,
    kind: 'CLOSED',
    starts_at: '2026-03-03T04:00:00Z', // 22:00 in Chicago
    ends_at: '2026-03-03T12:00:00Z',
    repeat_frequency: 'DAILY',
    created_by_user_id: assignee.user_id,
  })
  await materialize(lot.lot_id, null)
  const rows = await closedRows(api, spot_id)
  expect(say(around(rows, '2026-03-07T12:00Z', '2026-03-09T12:00Z'))).toEqual([
    '2026-03-08T04:00 7h',
    '2026-03-09T03:00 8h',
  ])
  expect(say(around(rows, '2026-10-31T12:00Z', '2026-11-02T13:00Z'))).toEqual([
    '2026-11-01T03:00 9h',
    '2026-11-02T04:00 8h',
  ])
  expect(rows.at(-1)).toEqual({ from: horizon(), to: infinity })
})

test('moves the horizon on in the nightly job and changes nothing on a second run', async () => {
  const lot = await aLot(api)
  const [spot_id = ''] = lot.spot_ids
  const daily = {
    lot_id: lot.lot_id,
    kind: 'CLOSED',
    starts_at: '2026-03-03T04:00:00Z',
    ends_at: '2026-03-03T05:00:00Z',
    repeat_frequency: 'DAILY',
    created_by_user_id: assignee.user_id,
  } as const
  await anAvailabilityRule(api, daily)
  await materialize(lot.lot_id, null)
  const before = await closedRows(api, spot_id)
  api.ports.advance({ days: 10 })
  expect(await brokenCalendars(api)).toEqual([])
  await materializeCalendars(api.deps)
  const after = await closedRows(api, spot_id)
  expect(after.at(-1)).toEqual({ from: horizon(), to: infinity })
  expect(after.at(-2)?.from).toBeGreaterThan(before.at(-1)?.from ?? infinity)
  const versions = async () =>
    (
      await api.deps.database.pool.query<{ xmin: string }>(
        'select distinct xmin::text from occupancy where lot_id = $1 order by 1',
        [lot.lot_id],
      )
    ).rows
  const written = await versions()
  await materializeCalendars(api.deps)
  expect(await versions()).toEqual(written)
  expect(await brokenCalendars(api)).toEqual([])
})

test('closes a lot of 1,000 spots in fewer than 20 statements', async () => {
  const lot = await aLot(api, {}, 1000)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const statements = statementsOn(api.deps.database.pool)
  await api.call(
    createLotClosureRoute,
    {
      params: { lot_id: lot.lot_id },
      body: {
        starts_at: '2026-06-01T03:00:00Z',
        ends_at: '2026-06-01T11:00:00Z',
        repeat_frequency: 'WEEKLY',
      },
    },
    admin.token,
  )
  // What runs in the background meanwhile is left out.
  const own = statements.filter((text) => /availability|occupancy|spots/.test(text))
  expect(own.length).toBeGreaterThan(2)
  expect(own.length).toBeLessThan(20)
  expect(await brokenCalendars(api)).toEqual([])
})

/** Collects what runs on the connections of a pool from now on. */
function statementsOn(pool: pg.Pool): string[] {
  const texts: string[] = []
  const watched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const watch = (...args: unknown[]) => {
      const [first] = args
      texts.push(typeof first === 'string' ? first : String((first as { text?: string }).text))
      return query(...args)
    }
    client.query = watch as typeof client.query
  })
  return texts
}

import { cellsAround, cellsInBox } from '@openspot/core/geo/cells.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aPerson } from '../../testing/factories/people.ts'
import { aRuleSet, clockOf } from '../../testing/factories/search-world.ts'
import { endless } from '../occupancy/times.rules.ts'
import { loadLots, readChanges } from './index-changes.sql.ts'
import { IndexFault, LotIndex, nobody } from './lot-index.ts'
import { type FoundLot, findLots } from './search.sql.ts'
import type { SearchIndex } from './search-index.ts'
import { TakenTimes } from './taken-times.ts'

let api: TestApi
let index: SearchIndex
/** Holds a transaction open while others commit. */
let late: pg.Client
const lots: { lot_id: string; spot_ids: string[] }[] = []
let driver = ''

beforeAll(async () => {
  api = await testApi({ OPENSPOT_SEARCH_INDEX: '1' })
  if (api.app.search_index === null) throw new Error('The index is off.')
  index = api.app.search_index
  const person = await aPerson(api)
  driver = person.user_id
  for (let nth = 0; nth < 5; nth++)
    lots.push(await aLot(api, { lat: place.lat + nth * 0.004, lng: place.lng, is_private: nth === 4 }, 4))
  await sql(`insert into memberships (lot_id, user_id, status) values ($1, $2, 'ACTIVE')`, [
    lots[4]?.lot_id,
    driver,
  ])
  late = new pg.Client({ connectionString: api.deps.database.url })
  await late.connect()
  await index.load()
})
afterAll(async () => {
  await late.end()
  await api.close()
})

const place = { lat: 41.8, lng: -87.6 }
const sql = async (text: string, values: unknown[] = []) =>
  (await api.deps.database.pool.query<Record<string, unknown>>(text, values)).rows

const hours = fc.integer({ min: 0, max: 60 })
const lotNo = fc.nat(4)
const spotNo = fc.nat(3)
/** A reservation of five days and more is a long one. */
const length = fc.constantFrom(1, 3, 9, 119, 120, 121, null)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('book' as const), lotNo, spotNo, hours, length }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), lotNo, spotNo }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), lotNo, spotNo, hours, length }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), lotNo, spotNo, hours, length }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const), lotNo }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('close later' as const), lotNo, spotNo, hours, length }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('commit' as const, 'roll back' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      lotNo,
      columns: fc.constantFrom(
        'hour_cents = coalesce(hour_cents, 0) + 50',
        'is_private = not is_private',
        'lat = lat + 0.003',
        'snap_minutes = 60',
        `opening_hours = '{"MON": [{"opens": "08:00", "closes": "20:00"}]}'`,
        'rating_count = rating_count + 1, rating_stars = rating_stars + 4',
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change spot' as const),
      lotNo,
      spotNo,
      columns: fc.constantFrom(
        `type = 'ACCESSIBLE'`,
        `type = 'STANDARD', features = '{}'`,
        `features = '{EV_CHARGER}'`,
        'assigned_user_id = $2',
        'assigned_user_id = null',
        'hour_cents = 700',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add a spot' as const), lotNo }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove a spot' as const), lotNo }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('calendar price' as const, 'rules' as const, 'redirect' as const),
      lotNo,
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const question = fc.record({
  hours,
  minutes: fc.constantFrom(0, 1, 29, 30),
  length,
  radius_m: fc.constantFrom(300, 900, 5000),
  north: fc.integer({ min: -3, max: 20 }),
  is_box: fc.boolean(),
  is_driver: fc.boolean(),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

let isLateOpen = false
/** What no rule of the database allows at that moment does not happen. */
const refusals = ['23P01', 'OS005', 'OS007', '23505', 'OS021']

async function take(one: Step): Promise<void> {
  const at = clockOf(api)
  const from = 'hours' in one ? at(one.hours) : ''
  const to = 'length' in one && one.length !== null ? at(one.hours + one.length) : null
  const lot = 'lotNo' in one ? lots[one.lotNo] : undefined
  const spot_id = 'spotNo' in one ? lot?.spot_ids[one.spotNo] : undefined
  const minutes = () => [minutesOf(from), to === null ? endless : minutesOf(to)]
  const closure = 'insert into occupancy (lot_id, spot_no, starts_min, ends_min) values ($1, $2, $3, $4)'
  switch (one.do) {
    case 'book':
      await sql(
        `insert into reservations (lot_id, spot_id, user_id, created_by_user_id, status, starts_at, ends_at, currency, total_cents, terms_version,
           cancel_until_at, hold_expires_at, created_at) values ($1, $2, $3, $3, 'ACTIVE', $4, $5, 'USD', 0, 1, $4, $4, $4)`,
        [lot?.lot_id, spot_id, driver, from, to],
      )
      return
    case 'cancel':
      await sql(
        `update reservations set status = 'CANCELED' where id = (select id from reservations where spot_id = $1 and status = 'ACTIVE' limit 1)`,
        [spot_id],
      )
      return
    case 'move':
      await sql(
        `update reservations set starts_at = $2, ends_at = $3, spot_id = $4
         where id = (select id from reservations where lot_id = $1 and status = 'ACTIVE' limit 1)`,
        [lot?.lot_id, from, to, spot_id],
      )
      return
    case 'close':
      await sql(closure, [lot?.lot_id, one.spotNo + 1, ...minutes()])
      return
    case 'open':
      await sql(
        `delete from occupancy where ctid = (select ctid from occupancy where lot_id = $1 and reservation_id is null and starts_min > 0 limit 1)`,
        [lot?.lot_id],
      )
      return
    case 'close later':
      if (!isLateOpen) await late.query('begin')
      isLateOpen = true
      await late.query(closure, [lot?.lot_id, one.spotNo + 1, ...minutes()])
      return
    case 'commit':
    case 'roll back':
      if (isLateOpen) await late.query(one.do === 'commit' ? 'commit' : 'rollback')
      isLateOpen = false
      return
    case 'change':
      await sql(`update lots set ${one.columns} where id = $1`, [lot?.lot_id])
      return
    case 'change spot':
      await sql(`update spots set ${one.columns} where id = $1`, [
        spot_id,
        ...(one.columns.includes('$2') ? [driver] : []),
      ])
      return
    case 'add a spot':
      await sql(
        `insert into spots (lot_id, spot_no, label) select $1, max(spot_no) + 1, 'N' || max(spot_no) from spots where lot_id = $1`,
        [lot?.lot_id],
      )
      return
    case 'remove a spot':
      await sql(
        `update spots s set deleted_at = $2 where s.id = (select id from spots where lot_id = $1 and spot_no > 4 and deleted_at is null limit 1)`,
        [lot?.lot_id, at(-1)],
      )
      return
    case 'calendar price':
      await sql(
        `insert into calendar_prices (lot_id, name, percent_bps, starts_at, ends_at, repeat_frequency, created_by_user_id, created_at, changed_at)
         values ($1, 'Event', 5000, $2, $3, 'NEVER', $4, $2, $2)`,
        [lot?.lot_id, at(5), at(9), driver],
      )
      return
    case 'rules':
      await aRuleSet(api, lot?.lot_id ?? '', { max_ahead_days: 1 }, true)
      return
    case 'redirect':
      await sql('insert into lot_redirects (from_lot_id, to_lot_id) values ($1, $2)', [
        lot?.lot_id,
        lots[3]?.lot_id,
      ])
  }
}

function areaOf({ radius_m, north, is_box }: Question) {
  const point = { lat: place.lat + north * 0.001, lng: place.lng + 0.0007 }
  if (!is_box) {
    return { kind: 'around', point, radius_m, cells: cellsAround(point.lat, point.lng, radius_m) } as const
  }
  const box = {
    west: point.lng - 0.01,
    east: point.lng + 0.01,
    south: point.lat,
    north: point.lat + radius_m / 90_000,
  }
  return { kind: 'box', point, box, cells: cellsInBox(box) } as const
}

/** Distances are computed by two machines' worth of rounding. */
const sorted = (found: FoundLot[] | null) =>
  found
    ?.map((each) => ({ ...each, distance_m: Math.round((each.distance_m ?? -1) * 1e5) }))
    .toSorted((a, b) => (a.lot.id < b.lot.id ? -1 : 1))

async function compare(asked: Question): Promise<number> {
  const at = clockOf(api)
  const from = minutesOf(at(asked.hours, asked.minutes))
  const to = asked.length === null ? endless : from + asked.length * 60
  const area = areaOf(asked)
  const user_id = asked.is_driver ? driver : null
  const found = await index.find(area, from, to, user_id)
  expect(sorted(found)).toEqual(sorted(await findLots(api.deps.database.pool, area, from, to, user_id)))
  return found?.length ?? 0
}

test('answers what the database answers after any changes, also of transactions that commit late', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(step, { minLength: 1, maxLength: 4 }), question), {
        minLength: 4,
        maxLength: 10,
      }),
      async (turns) => {
        for (const [steps, asked] of turns) {
          for (const one of steps) {
            try {
              await take(one)
            } catch (error) {
              if (!(error instanceof pg.DatabaseError && refusals.includes(error.code ?? ''))) throw error
            }
          }
          found += await compare(asked)
        }
      },
    ),
    { numRuns: 25 },
  )
  if (isLateOpen) await late.query('rollback')
  isLateOpen = false
  // It was never loaded again, which would hide that it does not follow.
  expect(
    await api.deps.metrics.registry.getSingleMetricAsString('openspot_search_index_faults_total'),
  ).not.toMatch(/\} [1-9]/)
  expect(found).toBeGreaterThan(50)
})

async function loaded(): Promise<LotIndex> {
  let made: LotIndex | null = null
  await loadLots(
    api.deps.database.pool,
    0,
    (position) => {
      made = new LotIndex(position, 0)
    },
    (lot, taken) => made?.load(lot, taken),
    async () => {},
  )
  if (made === null) throw new Error('Nothing was loaded.')
  return made
}

const everywhere = {
  kind: 'around',
  point: place,
  radius_m: 5000,
  cells: cellsAround(place.lat, place.lng, 5000),
} as const
const freeOf = (of: LotIndex, lot_id: string) => {
  const from = minutesOf(clockOf(api)(2000))
  return of.find(everywhere, from, from + 60, nobody).found.find(({ lot }) => lot.id === lot_id)?.free_spots
}

test('applies changes that arrive twice or too early only once and in order', async () => {
  const lot = await aLot(api, { ...place, lng: place.lng + 0.001 }, 3)
  const of = await loaded()
  const book = (spot: number) =>
    take({ do: 'close', lotNo: lots.length - 1, spotNo: spot, hours: 2000, length: 3 })
  lots.push(lot)
  await book(0)
  const first = await readChanges(api.deps.database.pool, of.position)
  await book(1)
  const second = await readChanges(api.deps.database.pool, first?.position ?? '')
  lots.pop()
  if (first === null || second === null) throw new Error('The changes are gone.')
  expect(of.apply(second)).toBe(false)
  expect(freeOf(of, lot.lot_id)).toBe(3)
  expect(of.apply(first)).toBe(true)
  expect(of.apply(first)).toBe(false)
  expect(freeOf(of, lot.lot_id)).toBe(2)
  expect(of.apply(second)).toBe(true)
  expect(of.apply(second)).toBe(false)
  expect(freeOf(of, lot.lot_id)).toBe(1)
})

test('says that changes are missing once they were purged, and reports one that does not fit', async () => {
  const { pool } = api.deps.database
  const of = await loaded()
  await sql(
    'update search_changes_kept set kept_from = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000)::text::xid8',
  )
  expect(await readChanges(pool, of.position)).toBeNull()
  await sql('update search_changes_kept set kept_from = next_from')
  const times = [
    { lot_id: lots[0]?.lot_id ?? '', spot_no: 1, starts_min: 5, ends_min: 6, added: -1 as const },
  ]
  expect(() => of.apply({ since: of.position, position: of.position, lots: [], gone: [], times })).toThrow(
    IndexFault,
  )
})

test('notices that it differs from the database, leaves searches to it, and loads again', async () => {
  expect(await index.compare()).toBe(true)
  // Nothing is written to search_changes, as if a trigger were missing.
  const lot = await aLot(api, { lat: -30, lng: 20 }, 2)
  await sql('delete from search_changes where lot_id = $1', [lot.lot_id])
  // One of few lots is drawn each time.
  let answers: (boolean | null)[] = []
  for (let tries = 0; tries < 200 && !answers.includes(false); tries++) {
    await sql(`update lots set lat = $2, lng = $3 where id = $1`, [lots[0]?.lot_id, -30, 20])
    answers = [...answers, await index.compare()]
  }
  expect(answers).toContain(false)
  expect(index.state).toBe('LOADING')
  const point = { lat: -30, lng: 20 }
  const area = { kind: 'around', point, radius_m: 500, cells: cellsAround(-30, 20, 500) } as const
  const from = minutesOf(clockOf(api)(1))
  expect(await index.find(area, from, from + 60, null)).toBeNull()
  await index.load()
  expect((await index.find(area, from, from + 60, null))?.map((each) => each.lot.id)).toContain(lot.lot_id)
  expect(api.lines.filter(({ task }) => task === 'search_index')).not.toEqual([])
})

test('counts each taken spot once, to the minute, in any order of adding and removing', () => {
  const time = fc.record({
    spot: fc.integer({ min: 1, max: 6 }),
    start: fc.integer({ min: 0, max: 60 }).map((days) => days * 1000),
    long: fc.constantFrom(1, 30, 7199, 7200, 7201, 40_000),
  })
  fc.assert(
    fc.property(
      fc.array(time, { maxLength: 30 }),
      fc.array(fc.nat(29), { maxLength: 10 }),
      fc.integer({ min: 0, max: 70_000 }),
      fc.integer({ min: 1, max: 9000 }),
      (times, removed, from, long) => {
        const taken = new TakenTimes()
        for (const { spot, start, long: of } of times) taken.add(spot, start, start + of)
        const left = [...times]
        for (const nth of removed) {
          const [gone] = left.splice(nth, 1)
          if (gone) expect(taken.remove(gone.spot, gone.start, gone.start + gone.long)).toBe(true)
        }
        const spots = left
          .filter(({ spot, start, long: of }) => spot !== 3 && start < from + long && start + of > from)
          .map(({ spot }) => spot)
        expect(taken.countTaken(from, from + long, (spot) => spot === 3)).toBe(new Set(spots).size)
        taken.dropUntil(from)
        expect(taken.countTaken(from, from + long, (spot) => spot === 3)).toBe(new Set(spots).size)
        expect(taken.remove(9, 1, 2)).toBe(false)
      },
    ),
  )
})

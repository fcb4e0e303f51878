import { createHash } from 'node:crypto'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { testPorts } from '@openspot/api/testing/clock.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { aFeature, aFile, aSquare } from '@openspot/core/testing/lot-files.ts'
import { connectDatabase, type Database } from '@openspot/db/database.ts'
import { testDatabase } from '@openspot/db/testing/database.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatSummary, importFile } from './import-file.ts'

let own: Awaited<ReturnType<typeof testDatabase>>
let database: Database
const ports = testPorts()
const said: string[] = []

beforeAll(async () => {
  own = await testDatabase()
  database = await connectDatabase(own.url)
  await database.pool.query(
    `insert into places (name, region, country, kind, lat, lng) values
       ('Grand Rapids', 'MI', 'US', 'CITY', 42.963, -85.668), ('Holland', 'MI', 'US', 'CITY', 42.787, -86.109)`,
  )
  await database.pool.query(
    `insert into users (email, account_status) values ('keeper@people.example', 'ACTIVE'), ('out@people.example', 'BANNED')`,
  )
})
afterAll(async () => {
  await database.close()
  await own.drop()
})
beforeEach(() => {
  said.length = 0
})

const take = (
  file_name: string,
  text: string,
  owner_email: string | null = null,
  more: { splits?: boolean; is_dry?: boolean } = {},
) =>
  importFile(
    database,
    ports,
    { text, file_name, owner_email, splits: false, is_dry: false, ...more },
    { progress: () => {}, print: (line) => said.push(line) },
  )

async function rowsOf<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.pool.query<Row>(statement, values)).rows
}

/** Hashes all lots, spots, and memberships with their row versions, so that even an update without changes shows. */
async function everything(): Promise<string> {
  const rows = await rowsOf(`select xmin::text, to_jsonb(t) from lots t union all
    select xmin::text, to_jsonb(t) from spots t union all select xmin::text, to_jsonb(t) from memberships t order by 2`)
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

test('imports lots with everything the file says', async () => {
  const summary = await take(
    'one.geojson',
    aFile(aSquare(1, { name: 'Frey', spots: 250, half_hour: 1.1, monthly: 1480.5, evening: 5 })),
  )
  expect(summary).toMatchObject({ new: 1, changed: 0, unchanged: 0, refused: 0, spots: 250 })
  expect(formatSummary(summary)).toBe('1 lot: 1 new, 0 changed, 0 unchanged, 0 refused; 250 spots')
  const [lot] = await rowsOf<{ lat: number; lng: number }>(
    `select * from lots where source = 'geojson:one.geojson'`,
  )
  expect(lot).toMatchObject({
    name: 'Frey',
    city: 'Grand Rapids',
    region: 'MI',
    country: 'US',
    time_zone: 'America/Detroit',
    currency: 'USD',
    half_hour_cents: 110,
    hour_cents: null,
    day_cents: null,
    month_cents: 148_050,
    max_reservation_price: 148_050,
    spot_count: 250,
    terms_version: 1,
    source_properties: { evening: 5 },
    is_private: false,
  })
  const spots = await rowsOf<{ spot_no: number; shape: number[][] }>(
    `select s.spot_no, s.shape from spots s join lots l on l.id = s.lot_id where l.name = 'Frey' order by spot_no`,
  )
  expect(spots.map((spot) => spot.spot_no)).toEqual(Array.from({ length: 250 }, (_, at) => at + 1))
  expect(spots[0]?.shape).toHaveLength(5)
})

test('a second import changes no row', async () => {
  const text = aFile(
    aSquare(3, { name: 'Again', spots: 30, monthly: 90, daily_max: 'Not Available' }),
    aSquare(4),
  )
  await take('again.geojson', text, 'keeper@people.example')
  const before = await everything()
  expect(await take('again.geojson', text, 'keeper@people.example')).toMatchObject({
    new: 0,
    changed: 0,
    unchanged: 2,
  })
  expect(await everything()).toBe(before)
})

test('an edited price changes only that lot, and is reported', async () => {
  const text = (daily_max: unknown) =>
    aFile(aSquare(6, { name: 'Edited', daily_max, monthly: 90 }), aSquare(7, { name: 'Beside' }))
  await take('edit.geojson', text(8.5))
  const beside = `select xmin::text, * from lots where name = 'Beside'`
  const [before] = await rowsOf(beside)
  expect(await take('edit.geojson', text(9))).toMatchObject({ changed: 1, unchanged: 1 })
  expect(said).toEqual(['feature 1 (Edited) has changed: day price $8.50 → $9.00'])
  expect(await rowsOf(beside)).toEqual([before])
  const lot = `select day_cents, month_cents, terms_version from lots where name = 'Edited'`
  expect(await rowsOf(lot)).toEqual([{ day_cents: 900, month_cents: 9000, terms_version: 2 }])
  // A price changed by staff stays if the file did not change it.
  await database.pool.query(`update lots set month_cents = 7700 where name = 'Edited'`)
  await take('edit.geojson', text(null))
  expect(said.at(-1)).toBe('feature 1 (Edited) has changed: day price $9.00 → none')
  expect(await rowsOf(lot)).toMatchObject([{ day_cents: null, month_cents: 7700 }])
})

test('adds further spots, and reports when the file has fewer', async () => {
  const text = (spots: number) => aFile(aSquare(9, { name: 'Growing', spots }))
  await take('grow.geojson', text(10))
  expect(await take('grow.geojson', text(14))).toMatchObject({ changed: 1, spots: 14 })
  expect(said.at(-1)).toBe('feature 1 (Growing) has changed: 4 more spots')
  expect(await take('grow.geojson', text(5))).toMatchObject({ changed: 1, spots: 14 })
  expect(said.at(-1)).toContain('kept 14 spots, although the file has 5')
})

test('reports an invalid feature and imports the rest', async () => {
  const summary = await take('broken.geojson', aFile(aSquare(11), aSquare(12, { spots: -1 }), aSquare(13)))
  expect(summary).toMatchObject({ new: 2, refused: 1 })
  expect(said).toEqual(['feature 2: spots must be a whole number of at least 1, not -1.'])
})

test('names an unnamed lot after its number and city', async () => {
  await take('nameless.geojson', aFile(aSquare(15, {})))
  expect(await rowsOf(`select name from lots where source = 'geojson:nameless.geojson'`)).toEqual([
    { name: 'Lot 1, Grand Rapids' },
  ])
})

test('--owner becomes owner of the new lots, and must exist', async () => {
  await take('owned.geojson', aFile(aSquare(17)), 'Keeper@People.example')
  expect(
    await rowsOf(`select u.email, m.role, m.status from memberships m join users u on u.id = m.user_id
      join lots l on l.id = m.lot_id where l.source = 'geojson:owned.geojson'`),
  ).toEqual([{ email: 'keeper@people.example', role: 'SUPER_ADMIN', status: 'ACTIVE' }])
  for (const email of ['nobody@people.example', 'out@people.example']) {
    await expect(take('nobody.geojson', aFile(aSquare(18)), email)).rejects.toThrow(PlainError)
  }
  expect(await rowsOf(`select id from lots where source = 'geojson:nobody.geojson'`)).toEqual([])
})

test('tags of OpenStreetMap become the facts of the lot and of its spots, also for a point', async () => {
  const tags = {
    amenity: 'parking',
    name: 'Tagged',
    capacity: '~12',
    'capacity:disabled': '2',
    operator: 'City of Holland',
    'addr:housenumber': '12',
    'addr:street': 'River Ave',
    maxheight: `6'10"`,
    opening_hours: 'Mo-Fr 07:00-19:00; Sa 08:00-26:00',
    access: 'private',
    parking: 'multi-storey',
  }
  await take('tags.geojson', aFile(aFeature({ type: 'Point', coordinates: [-86.1, 42.79] }, tags)))
  expect(
    await rowsOf(`select managed_by, street, clearance_mm, opening_hours, is_private, boundary, spot_count, city
      from lots where name = 'Tagged'`),
  ).toEqual([
    {
      managed_by: 'City of Holland',
      street: '12 River Ave',
      clearance_mm: 2082,
      opening_hours: {
        ...Object.fromEntries(
          ['MON', 'TUE', 'WED', 'THU', 'FRI'].map((day) => [day, [{ opens: '07:00', closes: '19:00' }]]),
        ),
        SAT: [{ opens: '08:00', closes: '02:00' }],
      },
      is_private: true,
      boundary: null,
      spot_count: 12,
      city: 'Holland',
    },
  ])
  expect(
    await rowsOf(`select s.type, s.features::text[], count(*)::int, count(s.shape)::int as drawn from spots s join lots l on l.id = s.lot_id
      where l.name = 'Tagged' group by 1, 2 order by 1`),
  ).toEqual([
    { type: 'STANDARD', features: ['COVERED'], count: 10, drawn: 0 },
    { type: 'ACCESSIBLE', features: ['COVERED'], count: 2, drawn: 0 },
  ])
})

test('hours that staff changed stay until the file says others, and a private lot is never opened by a file', async () => {
  const text = (opening_hours: string, notes: string) =>
    aFile(aSquare(26, { name: 'Hours', opening_hours, access: 'private', notes }))
  await take('hours.geojson', text('Mo 08:00-09:00', 'a'))
  await database.pool.query(`update lots set opening_hours = null where name = 'Hours'`)
  const lot = `select opening_hours, is_private from lots where name = 'Hours'`
  await take('hours.geojson', text('Mo 08:00-09:00', 'b'))
  expect(await rowsOf(lot)).toEqual([{ opening_hours: null, is_private: true }])
  await take('hours.geojson', text('Tu 08:00-09:00', 'b').replace('"private"', '"yes"'))
  expect(await rowsOf(lot)).toEqual([
    { opening_hours: { TUE: [{ opens: '08:00', closes: '09:00' }] }, is_private: true },
  ])
})

test('a dry run reports what an import would do and saves nothing', async () => {
  const before = await everything()
  const text = aFile(aSquare(28, { name: 'Dry', capacity: 5 }), aFeature(null))
  expect(await take('dry.geojson', text, null, { is_dry: true })).toMatchObject({
    new: 1,
    refused: 1,
    spots: 5,
    outcomes: [
      { property: 'capacity', outcome: 'taken' },
      { property: 'name', outcome: 'taken' },
      { property: 'the feature', outcome: 'refused' },
    ],
  })
  expect(await everything()).toBe(before)
})

test('imports a lot with 5,000 spots', async () => {
  await take('large.geojson', aFile(aSquare(20, { name: 'Large', spots: 5000 })))
  expect(await rowsOf(`select spot_count from lots where name = 'Large'`)).toEqual([{ spot_count: 5000 }])
})

test('violates no invariant', async () => {
  expect(await brokenInvariants(database.pool)).toEqual({})
})

import { listPlacesRoute } from '@openspot/contract/lots/lots.ts'
import { distanceMeters } from '@openspot/core/geo/cells.ts'
import { atDepth, fullTest, isFull } from '@openspot/db/testing/depth.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { placedDatabase } from '../../testing/placed-database.ts'
import { timeZoneAt } from '../lot-settings/time-zone-at.ts'
import { findZoneDifferences } from '../lot-settings/zone-differences.ts'
import { landmarksToLoad } from './load-landmarks.ts'
import { loadPlaces } from './load-places.ts'
import { placesByText } from './places.sql.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({}, null, null, { database: await placedDatabase() })
  await aLot(api, { name: 'Wells Street Garage', street: '330 N Wells St', city: 'Chicago' })
  await aLot(api, { name: 'Residents of Wells Street', is_private: true })
}, 300_000)
afterAll(() => api.close())

const find = (q: string) => api.call(listPlacesRoute, { query: { q } })
const best = async (q: string) => (await find(q)).items[0]

test.each([
  ['Chicago', 'CITY', 'Chicago'],
  ['chicago, il', 'CITY', 'Chicago'],
  ['60606', 'POSTAL_CODE', '60606'],
  ['OHare', 'AIRPORT', 'O’Hare International Airport'],
  ["o'hare int", 'AIRPORT', 'O’Hare International Airport'],
  ['ORD', 'AIRPORT', 'O’Hare International Airport'],
  ['willis tow', 'LANDMARK', 'Willis Tower'],
  ['sears tower', 'LANDMARK', 'Willis Tower'],
  ['the bean', 'LANDMARK', 'Cloud Gate'],
  ['united center', 'VENUE', 'United Center'],
  ['chicago theater', 'VENUE', 'Chicago Theatre'],
  ['wicker park', 'NEIGHBORHOOD', 'Wicker Park'],
  ['The Loop', 'NEIGHBORHOOD', 'Loop'],
  ['union station', 'STATION', 'Chicago Union Station'],
  ['233 S Wacker Dr', 'ADDRESS', '233 S Wacker Dr'],
  ['233 south wacker drive, Chicago, IL 60606', 'ADDRESS', '233 S Wacker Dr'],
  ['1100 w belmont', 'ADDRESS', '1100 W Belmont Ave'],
  ['Wells Street Gar', 'LOT', 'Wells Street Garage'],
])('finds %j as %s %s', async (q, kind, name) => {
  expect(await best(q)).toMatchObject({ kind, name, is_exact: true, time_zone: 'America/Chicago' })
})

test.each([
  ['Williston, ND', 'America/Chicago'],
  ['58801', 'America/Chicago'],
  ['Yuma, AZ', 'America/Phoenix'],
  ['Houlton, ME', 'America/New_York'],
  ['Blakely, GA', 'America/New_York'],
  ['Coolangatta', 'Australia/Brisbane'],
  ['LAX', 'America/Los_Angeles'],
])('the time zone of %s is %s, which a search takes its times in', async (q, time_zone) => {
  expect(await best(q)).toMatchObject({ time_zone })
})

test('landmarks come with the time zone that the exact shapes have', async () => {
  const others = await Promise.all(
    landmarksToLoad().map(async (each) => ({ ...each, exact: await timeZoneAt(each) })),
  )
  expect(others.filter(({ time_zone, exact }) => time_zone !== exact)).toEqual([])
})

test.each([
  ['Chicgo', 'Chicago'],
  ['Chcago', 'Chicago'],
  ['Willis Towr', 'Willis Tower'],
  ['ohaer', 'O’Hare International Airport'],
  ['wrigly feild', 'Wrigley Field'],
  ['soldeir field', 'Soldier Field'],
  ['navy peer', 'Navy Pier'],
  ['Milwakee', 'Milwaukee'],
  ['Wels Stret Garage', 'Wells Street Garage'],
])('finds %j although it is misspelled, and says that %s only resembles it', async (q, name) => {
  expect(await best(q)).toMatchObject({ name, is_exact: false })
})

test.each([
  ['742 Evergreen Ter, Springfield, IL 62701', 'POSTAL_CODE', '62701', 'IL'],
  ['742 Evergreen Ter, Springfield, IL', 'CITY', 'Springfield', 'IL'],
  ['9999 Nowhere Rd, Chicago', 'CITY', 'Chicago', 'IL'],
  // A street of Chicago with this name has no part in another city.
  ['100 W Lake St, Springfield, IL 62701', 'POSTAL_CODE', '62701', 'IL'],
])('for %j, whose street is not known, finds the %s %s around it', async (q, kind, name, region) => {
  expect(await best(q)).toMatchObject({ kind, name, address: { region }, is_exact: false })
})

test('puts an address on its street, near its door, and names whose data that is', async () => {
  const { items, attribution } = await find('233 S Wacker Dr')
  expect(attribution).toContain('OpenStreetMap')
  const [address, tower] = items
  expect(address?.address).toMatchObject({
    street: '233 S Wacker Dr',
    city: 'Chicago',
    region: 'IL',
    country: 'US',
  })
  expect(distanceMeters(address?.lat ?? 0, address?.lng ?? 0, 41.8789, -87.6359)).toBeLessThan(150)
  expect(tower).toMatchObject({ kind: 'LANDMARK', name: 'Willis Tower' })
  expect((await find('60606')).attribution).toBeNull()
})

test('finds nothing for a text that resembles nothing, and no private lot', async () => {
  expect((await find('qqzzxxvv')).items).toEqual([])
  expect((await find('--')).items).toEqual([])
  expect((await find('Residents of Wells')).items.map(({ name }) => name)).not.toContain(
    'Residents of Wells Street',
  )
})

test('lists each place once and at most ten', async () => {
  for (const q of ['ch', 'wa', 'st', 'north', '1 w', 'ohare', 'museum']) {
    const { items } = await find(q)
    const names = items.map(({ kind, name, detail }) => `${kind} ${name} ${detail}`)
    expect(new Set(names).size, q).toBe(names.length)
    expect(names.length).toBeLessThanOrEqual(10)
  }
})

describe('the plan of the statement', () => {
  interface Plan {
    'Node Type': string
    'Relation Name'?: string
    'Index Name'?: string
    'Actual Loops': number
    Plans?: Plan[]
  }
  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

  /** Returns what ran of a plan that knows nothing of the text, as the server keeps it. */
  async function ran(key: string, streets: string[] = [], named: string[] = []): Promise<string[]> {
    const client = await api.deps.database.pool.connect()
    try {
      await client.query("set plan_cache_mode = 'force_generic_plan'")
      await client.query(`prepare find (text, text, text[], text[], text) as ${placesByText.text}`)
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) execute find('${key}', '%${key}%', '{${streets.map((one) => `"${one}"`).join()}}', '{${named.join()}}', 'ja-JP')`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      return (plan ? nodesOf(plan) : [])
        .filter((node) => node['Actual Loops'] > 0)
        .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}`)
    } finally {
      client.release(true)
    }
  }

  test('reads places only through their indexes, and similar names only if few begin with the text', async () => {
    const common = await ran('chicago')
    expect(common.join('\n')).toMatch(/Index Scan places_key/)
    expect(common.join('\n')).toMatch(/landmarks_key/)
    expect(common.join('\n')).not.toMatch(/places_similar|landmarks_similar|Seq Scan (places|landmarks)/)
    const misspelled = (await ran('willis towr')).join('\n')
    expect(misspelled).toMatch(/Bitmap Index Scan places_similar/)
    expect(misspelled).not.toMatch(/Seq Scan places/)
    const named = (await ran('シカコ', [], ['chicago', 'willis tower'])).join('\n')
    expect(named).toMatch(/places_key/)
    expect(named).not.toMatch(/Seq Scan (places|landmarks)|_similar/)
    expect((await ran('233 south wacker dr', ['south wacker dr'])).join('\n')).not.toMatch(/Seq Scan places/)
  })
})

describe('the time zones of places, of which most are removed in npm test', () => {
  beforeAll(async () => {
    const { pool } = api.deps.database
    if (!isFull) await pool.query('delete from places where mod(hashtext(id::text), 20) <> 0')
  })

  test('are those of the exact shapes, and a lot with another zone is listed', async () => {
    const { pool } = api.deps.database
    const lot = await aLot(api, { lat: 48.14697, lng: -103.61797, time_zone: 'America/Denver' })
    const { compared, different } = await findZoneDifferences(pool, api.ports.now())
    expect(compared).toBeGreaterThan(atDepth(3000, 70_000))
    expect(different).toEqual([
      expect.objectContaining({ kind: 'LOT', name: lot.lot_id, exact: 'America/Chicago' }),
    ])
  }, 300_000)

  fullTest(
    'are added at the next start to places and landmarks that an earlier version loaded',
    async () => {
      const { pool } = api.deps.database
      await pool.query('update places set time_zone = null')
      await pool.query('update landmarks set time_zone = null')
      await loadPlaces(api.deps.database)
      const { rows } = await pool.query(
        `select (select count(*) from places where time_zone is null)::int as places,
         (select count(*) from landmarks where time_zone is null)::int as landmarks`,
      )
      expect(rows).toEqual([{ places: 0, landmarks: 0 }])
    },
    300_000,
  )
})

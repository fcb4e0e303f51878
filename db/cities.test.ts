import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CityRoles, makeCity, rolesOfCity, urlAs } from './cities.ts'
import { connectDatabase, type Database } from './database.ts'
import { citiesAround, citiesOf, citiesOfEmail, publishNames } from './directory.ts'
import { migrate } from './migrate.ts'
import { type TestDatabase, testDatabase } from './testing/database.ts'

// Roles belong to the whole server, and other test files may run there too.
const suffix = randomBytes(3).toString('hex')
const names = [`chicago_${suffix}`, `milwaukee_${suffix}`] as const
const cities: { name: string; roles: CityRoles; database: Database }[] = []
let empty: TestDatabase

beforeAll(async () => {
  empty = await testDatabase('empty')
  for (const name of names) {
    const roles = rolesOfCity(name, 'owner', 'app')
    await makeCity(empty.owner_url, name, roles)
    cities.push({ name, roles, database: await connectDatabase(urlAs(empty.owner_url, roles.app), 2) })
  }
}, 120_000)
afterAll(async () => {
  for (const { database } of cities) await database.close()
  await empty?.drop()
  const admin = new pg.Client({ connectionString: empty.owner_url.replace(/\/[^/]*$/, '/postgres') })
  await admin.connect()
  for (const { roles } of cities) await admin.query(`drop role ${roles.owner.name}, ${roles.app.name}`)
  await admin.end()
})

const [chicago, milwaukee] = [0, 1].map((index) => () => cities[index]?.database.pool as pg.Pool) as [
  () => pg.Pool,
  () => pg.Pool,
]

/** Milwaukee is 130 km north of Chicago, and their regions meet at the state line. */
const addLot = (pool: pg.Pool, name: string, { id = 'x', lat = 41.8 } = {}) =>
  pool.query<{ id: string }>(
    `insert into lots (public_id, name, lat, lng, time_zone) values (repeat($2, 24), $1, $3, -87.6, 'America/Chicago') returning id`,
    [name, id, lat],
  )

test('each city has its own tables, with the same names', async () => {
  await addLot(chicago(), 'Lake Street')
  await addLot(milwaukee(), 'Water Street')
  for (const [pool, name] of [
    [chicago(), 'Lake Street'],
    [milwaukee(), 'Water Street'],
  ] as const) {
    expect((await pool.query('select name from lots')).rows).toEqual([{ name }])
  }
})

test('the product of a city cannot read the tables of another', async () => {
  await expect(chicago().query(`select from ${names[1]}.lots`)).rejects.toMatchObject({ code: '42501' })
  await expect(milwaukee().query(`select from ${names[0]}_jobs._private_jobs`)).rejects.toMatchObject({
    code: '42501',
  })
})

test('a job of a city is in the queue of that city, however it was queued', async () => {
  await chicago().query(`select add_job('notify', '{"from":"add_job"}')`)
  await chicago().query(`select queue_job('notify', '{"from":"queue_job"}')`)
  const queued = async (pool: pg.Pool, name: string) =>
    (await pool.query(`select payload->>'from' as f from ${name}_jobs._private_jobs order by 1`)).rows
  expect(await queued(chicago(), names[0])).toEqual([{ f: 'add_job' }, { f: 'queue_job' }])
  expect(await queued(milwaukee(), names[1])).toEqual([])
  expect(cities.map(({ database }) => database.job_schema)).toEqual(names.map((name) => `${name}_jobs`))
})

test('jobs that were queued away from the queue are collected once', async () => {
  await milwaukee().query(
    `insert into queued_jobs (task, payload, job_key) values ('bill', '{"a":1}', 'k'), ('bill', '{"a":2}', 'k'), ('tell', '{}', null)`,
  )
  expect((await milwaukee().query('select collect_jobs() as n')).rows).toEqual([{ n: 3 }])
  expect((await milwaukee().query('select collect_jobs() as n')).rows).toEqual([{ n: 0 }])
  const { rows } = await milwaukee().query(
    `select t.identifier, j.key from ${names[1]}_jobs._private_jobs j join ${names[1]}_jobs._private_tasks t on t.id = j.task_id order by 1`,
  )
  expect(rows).toEqual([
    { identifier: 'bill', key: 'k' },
    { identifier: 'tell', key: null },
  ])
})

test('a city that is migrated is left as it is', async () => {
  const [city] = cities
  if (!city) throw new Error('no city')
  const printed: string[] = []
  await migrate(urlAs(empty.owner_url, city.roles.owner), (line) => printed.push(line), city.roles.app.name)
  expect(printed).toEqual([])
})

test('the directory leads from names, addresses, and places to cities, also when they change', async () => {
  const [pool, other] = [chicago(), milwaukee()]
  await addLot(pool, 'State Line South', { id: 's', lat: 42.49 })
  await addLot(other, 'State Line North', { id: 'n', lat: 42.5 })
  await pool.query(`insert into users (email, account_status) values ('ada@people.example', 'ACTIVE')`)
  await other.query(`insert into users (email, account_status) values ('ada@people.example', 'ACTIVE')`)
  await other.query(
    `update lots set join_code = 'ABCDEFGHJK', join_code_at = now() where name = 'State Line North'`,
  )
  expect(await publishNames(pool)).toBeGreaterThan(0)
  expect(await publishNames(other)).toBeGreaterThan(0)
  expect([await publishNames(pool), await publishNames(other)]).toEqual([0, 0])

  expect(await citiesOf(pool, 'LOT', 's'.repeat(24))).toEqual([names[0]])
  expect(await citiesOf(pool, 'LOT', 'n'.repeat(24))).toEqual([names[1]])
  expect(await citiesOf(pool, 'LOT', 'unknown')).toEqual([])
  expect(await citiesOf(pool, 'JOIN_CODE', 'ABCDEFGHJK')).toEqual([names[1]])
  expect(await citiesOfEmail(other, 'Ada@people.example')).toEqual(names)
  expect(await citiesAround(pool, { lat: 41.8, lng: -87.6, radius_m: 1500 })).toEqual(names)
  expect(await citiesAround(pool, { lat: 42.46, lng: -87.6, radius_m: 1500 })).toEqual([names[0]])
  expect(await citiesAround(pool, { lat: 42.495, lng: -87.6, radius_m: 1500 })).toEqual(names)
  expect(await citiesAround(pool, { lat: 51.5, lng: -0.1, radius_m: 5000 })).toEqual([])

  await other.query(`update lots set join_code = null, join_code_at = null where name = 'State Line North'`)
  expect(await publishNames(other)).toBe(1)
  expect(await citiesOf(pool, 'JOIN_CODE', 'ABCDEFGHJK')).toEqual([])
})

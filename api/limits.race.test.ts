import { createMapRoute } from '@openspot/contract/lots/maps.ts'
import { createDataSourceRoute } from '@openspot/contract/people/data-sources.ts'
import { camerasPerLot } from '@openspot/core/cameras/limits.ts'
import { gatesPerLot } from '@openspot/core/gates/limits.ts'
import { dataSourcesPerLot } from '@openspot/core/residents/limits.ts'
import { partnersPerLot } from '@openspot/core/validation/limits.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from './testing/api.ts'
import { createCamera } from './testing/factories/cameras.ts'
import { createGate } from './testing/factories/gates.ts'
import { aLot, type TestLot } from './testing/factories/lots.ts'
import { aMember, type Person } from './testing/factories/people.ts'
import { aPartner } from './testing/factories/validation.ts'
import { asOwner } from './testing/owner.ts'
import { untilWaiting } from './testing/waiting.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
})
afterAll(() => api.close())

const inLot = () => ({ params: { lot_id: lot.lot_id } })
const sheet = { file_id: null, position: 1, width: 800, height: 600, spots: [] }

/** A call that adds one, with the number that a lot may have, and what has to differ in copies of its row beside ID and name. */
const kinds: [table: string, limit: number, add: (name: string) => Promise<unknown>, differs?: string][] = [
  ['gates', gatesPerLot, (name) => createGate(api, { lot_id: lot.lot_id, admin, body: { name } })],
  ['validation_partners', partnersPerLot, (name) => aPartner(api, admin, lot.lot_id, { name })],
  [
    'cameras',
    camerasPerLot,
    (name) => createCamera(api, { lot_id: lot.lot_id, admin, body: { name } }),
    `'token_hash', '\\x' || encode(sha256(n::text::bytea), 'hex')`,
  ],
  [
    'data_sources',
    dataSourcesPerLot,
    (name) => api.call(createDataSourceRoute, { ...inLot(), body: { kind: 'FILE', name } }, admin.token),
  ],
  ['maps', 50, (name) => api.call(createMapRoute, { ...inLot(), body: { ...sheet, name } }, admin.token)],
]

test.each(kinds)(
  'of two calls for the last of a lot’s %s, exactly one succeeds',
  async (table, limit, add, differs) => {
    await add('The first')
    await asOwner(
      api,
      `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object('id', uuidv7(), 'name', 'Copy ' || n
       ${differs === undefined ? '' : `, ${differs}`}))).* from ${table} t, generate_series(1, $2::int) n where lot_id = $1`,
      [lot.lot_id, limit - 2],
    )
    const count = async () =>
      (
        await asOwner<{ count: number }>(api, `select count(*)::int from ${table} where lot_id = $1`, [
          lot.lot_id,
        ])
      )[0]?.count
    expect(await count()).toBe(limit - 1)
    const outcomes = await whileNothingIsAdded(table, () => [add('One'), add('Other')])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await count()).toBe(limit)
  },
)

/** Begins two calls that can both count rows, but add none until both wait. */
async function whileNothingIsAdded(table: string, begin: () => Promise<unknown>[]) {
  const owner = new pg.Client({ connectionString: api.owner_url })
  await owner.connect()
  try {
    await owner.query(`begin; lock table ${table} in share row exclusive mode`)
    const calls = Promise.allSettled(begin())
    await untilWaiting(api.deps.database.pool, 2)
    await owner.query('commit')
    return await calls
  } finally {
    await owner.end()
  }
}

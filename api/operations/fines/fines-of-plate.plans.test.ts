import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLotWithFines } from '../../testing/factories/fines.ts'
import { asOwner } from '../../testing/owner.ts'

/** A thousand of them are still to be checked. */
const FINES = 5000

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  const { aFine } = await aLotWithFines(api)
  const { id } = await aFine()
  await asOwner(
    api,
    `insert into fines select f.* from fines o cross join generate_series(1, ${FINES}) n
       cross join lateral jsonb_populate_record(o, jsonb_build_object('id', uuidv7(), 'code', substr(md5('fine ' || n), 1, 24),
         'plate_normalized', 'P' || n, 'check_at', case when n % 5 = 0 then o.seen_at end)) f where o.id = $1`,
    [id],
  )
  await asOwner(
    api,
    `with owner as (insert into users (first_name, source) values ('Ada', 'ORGANIC') returning id)
     insert into cars (user_id, plate, plate_normalized, region, created_at)
       select id, 'BEFORE', 'BEFORE', 'IL', $1 from owner`,
    [api.ports.now().toISOString()],
  )
  await asOwner(api, 'analyze fines')
}, 120_000)
afterAll(() => api.close())

// The change of a plate that was rolled back leaves an entry in the index, so each has its own.
test.each([
  ['force_custom_plan', 'P2500'],
  ['force_generic_plan', 'P3000'],
])(
  'correcting a plate among 5,000 fines finds those of that plate by their index, and reads no others, with %s',
  async (mode, plate) => {
    const client = await api.deps.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`set local plan_cache_mode = ${mode}`)
      await client.query(
        `update cars set plate = $1, plate_normalized = $1 where plate_normalized = 'BEFORE'`,
        [plate],
      )
      // The statement is that of a trigger, which no plan shows: PostgreSQL counts what it read.
      const { rows: read } = await client.query(
        `select pg_stat_get_xact_numscans('fines_plate_to_check'::regclass)::int as searches,
           pg_stat_get_xact_tuples_returned('fines'::regclass)::int as rows_of_scans,
           pg_stat_get_xact_tuples_returned('fines_plate_to_check'::regclass)::int as entries_read,
           pg_stat_get_xact_tuples_updated('fines'::regclass)::int as rows_changed`,
      )
      expect(read).toEqual([{ searches: 1, rows_of_scans: 0, entries_read: 1, rows_changed: 1 }])
    } finally {
      await client.query('rollback')
      client.release(true)
    }
  },
)

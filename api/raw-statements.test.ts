import { readdirSync } from 'node:fs'
import { declaredRecords, declaredStatements } from '@openspot/db/rows.ts'
import { type TestDatabase, testDatabase } from '@openspot/db/testing/database.ts'
import { findRecordDifferences } from '@openspot/db/testing/record-differences.ts'
import { findRowDifferences } from '@openspot/db/testing/row-differences.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const folder = new URL('.', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.sql.ts'),
)

test('every declared statement returns the columns that its type says', async () => {
  for (const file of files) await import(new URL(file, folder).href)
  const statements = declaredStatements()
  expect(statements.length).toBeGreaterThan(60)
  const found: string[] = []
  for (const one of statements) {
    for (const difference of await findRowDifferences(client, one)) found.push(`${one.label}: ${difference}`)
  }
  expect(found).toEqual([])
})

test('every function reads the columns of its JSON records that TypeScript passes', async () => {
  for (const file of files) await import(new URL(file, folder).href)
  expect(declaredRecords().length).toBeGreaterThan(5)
  expect(await findRecordDifferences(client, declaredRecords())).toEqual([])
})

test('reports each difference between a declared record and the column list in its function', async () => {
  const records = declaredRecords().filter(({ argument }) => argument !== 'add_invoice.p')
  const moves = { reservation_id: 'integer', from_spot_id: 'uuid', reason: 'text' } as const
  const changed = records.map((one) =>
    one.argument === 'reseat_reservations.p_moves' ? { ...one, required: moves } : one,
  )
  const gone = { argument: 'hold_spot.q', required: {}, optional: {} }
  expect(await findRecordDifferences(client, [...changed, gone])).toEqual([
    'add_invoice.p has no declared record',
    'reseat_reservations.p_moves does not read reason',
    'reseat_reservations.p_moves reads reservation_id as uuid, declared as integer',
    'reseat_reservations.p_moves reads to_spot_id, which is not declared',
    'hold_spot.q is read with no column list',
  ])
})

test.each([
  ['another type', { id: 'text' }, 'select id from lots', 'id is uuid, declared as text'],
  [
    'another enum',
    { status: 'payments.status' },
    'select status from reservations',
    'status is reservation_status, declared as payments.status',
  ],
  ['a missing column', { id: 'uuid', name: 'text' }, 'select id from lots', 'does not return name'],
  ['an undeclared column', {}, 'select id from lots', 'returns id, which is not declared'],
  ['a column twice', { id: 'uuid' }, 'select l.id, s.id from lots l, spots s', 'returns id twice'],
  [
    'a column that may be null',
    { ends_at: 'timestamptz' },
    'select ends_at from reservations',
    'ends_at may be null',
  ],
  [
    'a column that is never null',
    { id: 'uuid?' },
    'select id from lots',
    'id is never null, declared as nullable',
  ],
] as const)('reports %s', async (_what, shape, text, expected) => {
  expect(await findRowDifferences(client, { shape, text })).toContain(expected)
})

test.each([
  [
    'a null of an outer join',
    { id: 'uuid?' },
    'select s.id from lots l left join spots s on s.lot_id = l.id',
  ],
  [
    'a null that a condition rules out',
    { ends_at: 'timestamptz!' },
    'select ends_at from reservations where ends_at is not null',
  ],
] as const)('accepts %s', async (_what, shape, text) => {
  expect(await findRowDifferences(client, { shape, text })).toEqual([])
})

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from './testing/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.owner_url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** The amounts of an invoice that depend on each other. None may be null. */
const amounts = [
  'total_cents',
  'paid_cents',
  'service_fee_cents',
  'platform_share_cents',
  'host_share_cents',
  'refunded_cents',
  'refund_pending_cents',
  'disputed_cents',
]

test.each([
  'refunded_cents + refund_pending_cents <= paid_cents',
  'service_fee_cents + platform_share_cents <= total_cents',
  'total_cents >= 0',
])('an invoice must have %s, which other conditions imply', async (condition) => {
  const { rows: kept } = await client.query<{ check: string }>(
    `select pg_get_expr(c.conbin, c.conrelid) as check from pg_constraint c
     where c.conrelid = 'invoices'::regclass and c.contype = 'c' and c.convalidated and (
       select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) <@ $1::text[]`,
    [amounts],
  )
  const values = amounts.map((name) => `generate_series(-1, 2) as ${name}`)
  const combined = values.map((value) => `(select ${value})`).map((value, nth) => `${value} v${nth}`)
  const { rows } = await client.query(
    `select * from ${combined.join(', ')} where not (${condition}) and ${kept.map(({ check }) => check).join(' and ')} limit 1`,
  )
  expect(rows).toEqual([])
  const { rows: nullable } = await client.query(
    `select attname from pg_attribute where attrelid = 'invoices'::regclass and attname = any($1) and not attnotnull`,
    [amounts],
  )
  expect(nullable).toEqual([])
})

test.each([
  ['more refunded than paid', { refunded_cents: 300, refund_pending_cents: 300 }],
  ['shares that exceed the total', { service_fee_cents: 300, platform_share_cents: 300 }],
  ['a negative total', { total_cents: -1, paid_cents: 0 }],
])('an invoice with %s is refused', async (_, wrong) => {
  const row = {
    status: 'PAID',
    currency: 'USD',
    payment_kind: 'STRIPE',
    created_at: 'now',
    total_cents: 500,
    paid_cents: 500,
    service_fee_cents: 0,
    platform_share_cents: 0,
    ...wrong,
  }
  // Checks come before foreign keys, and after what must not be null.
  const id = '01900000-0000-7000-8000-000000000000'
  const named = { ...row, lot_id: id, user_id: id, reservation_id: id }
  const values = Object.values(named).map((value) => `'${value}'`)
  const insert = client.query(
    `insert into invoices (${Object.keys(named).join(', ')}) values (${values.join(', ')})`,
  )
  await expect(insert).rejects.toMatchObject({ code: '23514' })
})

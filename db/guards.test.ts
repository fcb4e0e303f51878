import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from './refusals.ts'
import { testDatabase } from './testing/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
const ids = { session: '', lot: '', spot: '', user: '', reservation: '', invoice: '', payment: '' }

beforeAll(async () => {
  database = await testDatabase()
  // As the owner, to show that triggers also reject the role that no privilege stops.
  client = new pg.Client({ connectionString: database.owner_url })
  await client.connect()
  ids.user = await one(`insert into users (email) values ('a@people.example') returning id`)
  ids.lot = await one(
    `insert into lots (public_id, name, lat, lng, time_zone) values ('${'x'.repeat(24)}', 'Lot', 41.8, -87.6, 'America/Chicago') returning id`,
  )
  ids.spot = await one(
    `insert into spots (lot_id, spot_no, label) values ('${ids.lot}', 1, 'A1') returning id`,
  )
  ids.reservation = await reservation('2026-03-01T10:00Z', '2026-03-01T12:00Z')
  await client.query('begin')
  ids.invoice = await one(
    `insert into invoices (lot_id, reservation_id, user_id, status, currency, total_cents, paid_cents, service_fee_cents, platform_share_cents, payment_kind, created_at)
     values ('${ids.lot}', '${ids.reservation}', '${ids.user}', 'PAID', 'USD', 500, 500, 0, 0, 'STRIPE', now()) returning id`,
  )
  await client.query(
    `insert into invoice_lines (invoice_id, lot_id, line_no, kind, quantity, unit_cents, amount_cents) values ('${ids.invoice}', '${ids.lot}', 1, 'PARKING', 1, 500, 500)`,
  )
  await client.query('commit')
  ids.session = await one(
    `insert into sessions (token_hash, user_id, signed_in_at, expires_at) values (sha256('x'), '${ids.user}', now(), now() + interval '1 day') returning id`,
  )
  ids.payment = await one(
    `insert into payments (lot_id, invoice_id, status, currency, amount_cents, created_at, session_id) values ('${ids.lot}', '${ids.invoice}', 'SUCCEEDED', 'USD', 500, now(), '${ids.session}') returning id`,
  )
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function one(statement: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(statement)
  return rows[0]?.id ?? ''
}

const reservation = (from: string, to: string | null, status = 'ACTIVE') =>
  one(`insert into reservations (lot_id, spot_id, user_id, status, starts_at, ends_at, currency, total_cents, terms_version, cancel_until_at, created_at, created_by_user_id, hold_expires_at)
    values ('${ids.lot}', '${ids.spot}', '${ids.user}', '${status}', '${from}', ${to ? `'${to}'` : 'null'}, 'USD', 500, 1, '${from}', now(), '${ids.user}', now()) returning id`)

const refused = (statement: Promise<unknown>) =>
  statement.then(
    () => 'accepted',
    (error: pg.DatabaseError) => error.constraint ?? error.code,
  )

test.each(['ACTIVE', 'CHECKOUT', 'PENDING'])(
  'rejects a %s reservation that overlaps another',
  async (status) => {
    expect(await refused(reservation('2026-03-01T11:59Z', '2026-03-01T13:00Z', status))).toBe(
      'reservations_no_overlap',
    )
    expect(await refused(reservation('2026-02-01T00:00Z', null, status))).toBe('reservations_no_overlap')
  },
)

test('accepts reservations that touch, and ones whose status does not hold the spot', async () => {
  expect(await reservation('2026-03-01T12:00Z', '2026-03-01T13:00Z')).not.toBe('')
  expect(await reservation('2026-03-01T10:00Z', '2026-03-01T12:00Z', 'CANCELED')).not.toBe('')
})

test('rejects a reservation that is empty, reversed, or not on whole minutes', async () => {
  for (const [from, to] of [
    ['2026-05-01T10:00Z', '2026-05-01T10:00Z'],
    ['2026-05-01T10:00Z', '2026-05-01T09:00Z'],
    ['2026-05-01T10:00:30Z', '2026-05-01T11:00Z'],
  ] as const) {
    expect(await refused(reservation(from, to))).toMatch(/reservations_(check|ends_at_check)|22000/)
  }
})

test('rejects status transitions that are not in the table with OS002', async () => {
  const id = await reservation('2026-06-01T10:00Z', '2026-06-01T12:00Z', 'CANCELED')
  expect(await refused(client.query(`update reservations set status = 'ACTIVE' where id = '${id}'`))).toBe(
    'OS002',
  )
  const member = await one(
    `insert into memberships (lot_id, user_id, status) values ('${ids.lot}', '${ids.user}', 'REJECTED') returning id`,
  )
  expect(
    await refused(client.query(`update memberships set status = 'PENDING' where id = '${member}'`)),
  ).toBe('OS002')
  expect(await refused(client.query(`update memberships set status = 'ACTIVE' where id = '${member}'`))).toBe(
    'accepted',
  )
})

test('rejects lines that do not add up and an unbalanced ledger with OS003 at commit', async () => {
  expect(
    await refused(
      client.query(
        `insert into invoice_lines (invoice_id, lot_id, line_no, kind, quantity, unit_cents, amount_cents) values ('${ids.invoice}', '${ids.lot}', 2, 'PARKING', 1, 1, 1)`,
      ),
    ),
  ).toBe('OS003')
  const entry = `insert into ledger_entries (transaction_id, lot_id, account, currency, amount_cents)`
  const transaction = await one(
    `insert into ledger_transactions (lot_id, kind, source_id, occurred_at) values ('${ids.lot}', 'PAYMENT', '${ids.payment}', now()) returning id`,
  )
  expect(
    await refused(
      client.query(`${entry} values ('${transaction}', '${ids.lot}', 'PROVIDER_CLEARING', 'USD', 500)`),
    ),
  ).toBe('OS003')
  const both = `${entry} values ('${transaction}', '${ids.lot}', 'PROVIDER_CLEARING', 'USD', 500), ('${transaction}', '${ids.lot}', 'LOT_PAYABLE', 'USD', -500)`
  expect(await refused(client.query(both))).toBe('accepted')
})

test('rejects refunds above the amount paid with OS004, in parts and concurrently', async () => {
  const refund = (cents: number) =>
    `insert into refunds (lot_id, invoice_id, payment_id, amount_cents, reason, created_at) values ('${ids.lot}', '${ids.invoice}', '${ids.payment}', ${cents}, 'test', now())`
  const others = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const other = new pg.Client({ connectionString: database.owner_url })
      await other.connect()
      return other
    }),
  )
  const ends = await Promise.all(others.map((other) => refused(other.query(refund(200)))))
  expect(ends.filter((end) => end === 'accepted')).toHaveLength(2)
  expect(ends.filter((end) => end === 'OS004')).toHaveLength(6)
  await Promise.all(others.map((other) => other.end()))
})

test('rejects changes to the audit log and the ledger with OS001, except redacting a forgotten person', async () => {
  await client.query(
    `insert into audit_log (at, actor_role, action, subject_kind, subject_id) values (now(), 'admin', 'test', 'user', 'x')`,
  )
  for (const statement of [
    `update audit_log set action = 'other'`,
    'delete from audit_log',
    'truncate audit_log',
    'update ledger_entries set amount_cents = 1',
    'delete from ledger_transactions',
  ]) {
    expect(await refused(client.query(statement)), statement).toBe('OS001')
  }
  // When a person is forgotten, only the details may change.
  await client.query(`set openspot.forgetting = 'on'`)
  expect(await refused(client.query(`update audit_log set action = 'other'`))).toBe('OS001')
  expect(await refused(client.query('delete from audit_log'))).toBe('OS001')
  expect(await refused(client.query(`update audit_log set details = '{"name": "…"}'`))).toBe('accepted')
  await client.query('reset openspot.forgetting')
  expect(await refused(client.query(`update audit_log set details = '{}'`))).toBe('OS001')
})

test('increments terms_version for every change of price or policy, and for no other change', async () => {
  const version = async () =>
    (await client.query<{ terms_version: number }>(`select terms_version from lots where id = '${ids.lot}'`))
      .rows[0]?.terms_version
  await client.query(`update lots set description = 'Behind the theatre' where id = '${ids.lot}'`)
  expect(await version()).toBe(1)
  await client.query(`update lots set hour_cents = 500 where id = '${ids.lot}'`)
  expect(await version()).toBe(2)
  await client.query(`update lots set hour_cents = 500 where id = '${ids.lot}'`)
  expect(await version()).toBe(2)
})

test('keeps spot_count and the closures of assigned spots current through every change', async () => {
  const lot = await one(
    `insert into lots (public_id, name, lat, lng, time_zone) values ('${'y'.repeat(24)}', 'Counted', 41.8, -87.6, 'America/Chicago') returning id`,
  )
  const state = async () => {
    const { rows } = await client.query<{ spots: number; closed: string }>(
      `select spot_count as spots, (select coalesce(string_agg(spot_no::text, ',' order by spot_no), '') from occupancy where lot_id = l.id) as closed from lots l where id = '${lot}'`,
    )
    return [rows[0]?.spots, rows[0]?.closed]
  }
  await client.query(
    `insert into spots (lot_id, spot_no, label, assigned_user_id) select '${lot}', n, 'S' || n, case when n = 2 then '${ids.user}'::uuid end from generate_series(1, 5) n`,
  )
  expect(await state()).toEqual([5, '2'])
  await client.query(
    `update spots set assigned_user_id = '${ids.user}' where lot_id = '${lot}' and spot_no in (3, 4)`,
  )
  expect(await state()).toEqual([5, '2,3,4'])
  await client.query(`update spots set deleted_at = now() where lot_id = '${lot}' and spot_no in (1, 2)`)
  expect(await state()).toEqual([3, '3,4'])
  await client.query(`update spots set deleted_at = null where lot_id = '${lot}' and spot_no = 2`)
  await client.query(`update spots set assigned_user_id = null where lot_id = '${lot}' and spot_no = 3`)
  expect(await state()).toEqual([4, '2,4'])
  await client.query(`update spots set features = '{COVERED}' where lot_id = '${lot}'`)
  expect(await state()).toEqual([4, '2,4'])
})

test('the refusals list contains exactly the error codes that the SQL functions raise', () => {
  const folder = new URL('functions/', import.meta.url)
  const holdErrorOf = readdirSync(folder).flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/errcode = '(\w+)'/g)].map(
      ([, code = '']) => code,
    ),
  )
  expect(new Set(holdErrorOf)).toEqual(new Set(Object.keys(refusals)))
})

import { createHash } from 'node:crypto'
import { isPassword } from '@openspot/api/identity/auth/passwords.ts'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { testPorts } from '@openspot/api/testing/clock.ts'
import { MAX_TRANSIT_HOURS } from '@openspot/core/money/reconciliation.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { connectDatabase, type Database } from '@openspot/db/database.ts'
import { testDatabase } from '@openspot/db/testing/database.ts'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { staffedLot } from '@openspot/server/demo-accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTown, type Town } from './town.ts'

const noon = '2026-11-21T18:07:00.000Z'
const settings = readSettings({})
const opened: (() => Promise<void>)[] = []

async function emptyDatabase(): Promise<Database> {
  const own = await testDatabase()
  const database = await connectDatabase(own.url)
  opened.push(async () => {
    await database.close()
    await own.drop()
  })
  return database
}
const townIn = (database: Database, seed: number, now = noon) =>
  makeTown({ database, settings, ports: testPorts(now) }, { seed })

let database: Database
let town: Town
beforeAll(async () => {
  database = await emptyDatabase()
  town = await townIn(database, 1)
})
afterAll(async () => {
  for (const close of opened) await close()
})

async function rowsOf<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await database.pool.query<Row>(statement, values)).rows
}
async function count(statement: string, values: unknown[] = []): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(statement, values)
  return Number(row?.count)
}

const tables = (
  'users cars lots spots memberships payment_customers payment_methods reservations occupancy ' +
  'invoices invoice_lines payments refunds ledger_transactions ledger_entries audit_log emails fines fine_appeals'
).split(' ')

/** IDs that the database chooses when its functions record disputes and payouts. */
const chosen: Record<string, string[]> = {
  ledger_transactions: ['id', 'source_id'],
  ledger_entries: ['transaction_id'],
}

/** Hashes each table's contents, without salted passwords. */
async function hashes(of: Database, without: string[] = []): Promise<Record<string, string>> {
  const made: Record<string, string> = {}
  for (const table of tables) {
    const { rows } = await of.pool.query<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${table} t order by 1`,
      [[...without, ...(chosen[table] ?? [])]],
    )
    made[table] = createHash('sha256')
      .update(rows.map(({ row }) => row).join('\n'))
      .digest('hex')
  }
  return made
}

fullTest('the same seed gives the same data', async () => {
  const same = await emptyDatabase()
  await townIn(same, 1)
  expect(await hashes(same)).toEqual(await hashes(database))
})

fullTest('another seed gives different data', async () => {
  const other = await emptyDatabase()
  await townIn(other, 2)
  const [here, there] = [await hashes(database), await hashes(other)]
  for (const table of tables) expect(there[table], table).not.toBe(here[table])
})

fullTest('another day changes only the dates', async () => {
  const later = await emptyDatabase()
  await townIn(later, 1, '2027-01-05T07:41:00.000Z')
  const dated = ['created_at', 'changed_at', 'acted_at', 'email_verified_at', 'deleted_at', 'exp_year']
  const [here, there] = [await hashes(database, dated), await hashes(later, dated)]
  for (const table of ['users', 'cars', 'lots', 'spots', 'memberships', 'payment_methods']) {
    expect(there[table], table).toBe(here[table])
  }
  const choices = `select md5(string_agg(concat_ws(' ', id, spot_id, user_id, car_id, status), ',' order by id)) as all
    from reservations`
  expect((await later.pool.query(choices)).rows).toEqual(await rowsOf(choices))
  expect(await brokenInvariants(later.pool)).toEqual({})
})

test('violates no invariant', async () => {
  expect(await brokenInvariants(database.pool)).toEqual({})
})

test('reconciliation finds no discrepancies', async () => {
  expect(
    await rowsOf(`select kind, subject_id from find_differences($1, '[]', $2)`, [noon, MAX_TRANSIT_HOURS]),
  ).toEqual([])
})

test('a refund of a reservation in the garage and one of a lot’s plan failed and are still owed', async () => {
  expect(
    await rowsOf(`select l.name, i.kind, i.status, f.amount_cents = i.refund_pending_cents as is_kept from refunds f
      join invoices i on i.id = f.invoice_id join lots l on l.id = f.lot_id
      where f.status = 'FAILED' and f.resolution is null order by i.kind`),
  ).toEqual([
    { name: staffedLot, kind: 'BOOKING', status: 'PENDING_REFUND', is_kept: true },
    { name: 'LaSalle Corner Lot', kind: 'PLAN', status: 'PENDING_REFUND', is_kept: true },
  ])
})

test('a lot’s plan fits it and is billed up to this month: the first bill to the owner, the others from earnings', async () => {
  expect(
    await rowsOf(
      `select p.month_cents = s.month_cents and p.max_spots >= l.spot_count and smallest_fitting_plan(l.spot_count) = p as fits,
         s.billed_until > $1 and s.billed_until <= $1::timestamptz + interval '31 days' as is_current,
         (select array_agg(case when i.id is null then 'EARNINGS' else 'OWNER' end order by b.starts_at) from plan_bills b
           left join invoices i on i.plan_bill_id = b.id where b.subscription_id = s.id) as paid_from
       from subscriptions s join lots l on l.id = s.lot_id join plans p on p.id = s.plan_id where s.kind = 'LOT_PLAN'`,
      [noon],
    ),
  ).toEqual([{ fits: true, is_current: true, paid_from: ['OWNER', 'EARNINGS', 'EARNINGS', 'EARNINGS'] }])
})

test('refunds and ledger match what the database functions would have booked', async () => {
  expect(
    await rowsOf(`select i.id from invoices i left join refunds f on f.invoice_id = i.id
      group by i.id, i.lot_id having
        i.refunded_cents <> coalesce(sum(f.amount_cents) filter (where f.status = 'SUCCEEDED'), 0)
        or i.refund_pending_cents <> coalesce(sum(f.amount_cents) filter (where f.status in ('PENDING', 'FAILED')), 0)
        or i.refunded_cents + i.refund_pending_cents > i.paid_cents`),
  ).toEqual([])
  // A full refund leaves nothing in any account.
  expect(
    await rowsOf(`select i.id, e.account from invoices i join ledger_transactions t on t.invoice_id = i.id
      join ledger_entries e on e.transaction_id = t.id where i.status = 'REFUNDED'
      group by i.id, e.account having sum(e.amount_cents) <> 0`),
  ).toEqual([])
  expect(
    await rowsOf(`select i.id from invoices i join ledger_transactions t on t.invoice_id = i.id and t.kind = 'PAYMENT'
      join ledger_entries e on e.transaction_id = t.id
      where e.amount_cents <> case e.account when 'PROVIDER_CLEARING' then i.total_cents
        when 'SERVICE_FEES' then -i.service_fee_cents when 'PLATFORM_SHARE' then -i.platform_share_cents when 'PLAN_FEES' then -i.platform_share_cents
        else -(i.total_cents - i.service_fee_cents - i.platform_share_cents) end`),
  ).toEqual([])
})

test('past events have past dates, and future ones future dates', async () => {
  expect(
    await rowsOf(
      `select r.id from reservations r left join invoices i on i.reservation_id = r.id
        left join refunds f on f.invoice_id = i.id
       where r.created_at > $1 or r.confirmed_at > $1 or r.canceled_at > $1 or i.paid_at > $1 or f.created_at > $1
         or r.canceled_at < r.created_at or (r.status = 'DEPRECATED_REQUEST' and r.ends_at > $1)
         or (r.status in ('PENDING', 'CHECKOUT') and r.starts_at < $1) or r.created_at > r.starts_at`,
      // The seconds of this minute.
      ['2026-11-21T18:08:00.000Z'],
    ),
  ).toEqual([])
})

test.each([
  ['spots', 'type', 'spot_type'],
  ['reservations', 'status', 'reservation_status'],
  ['invoices', 'status', 'invoice_status'],
  ['memberships', 'status', 'membership_status'],
  ['memberships', 'role', 'lot_role'],
  ['users', 'account_status', 'account_status'],
  ['users', 'source', 'user_source'],
])('%s show every %s', async (table, column, type) => {
  const missing = await rowsOf(
    `select w::text from unnest(enum_range(null::${type})) w except select distinct ${column}::text from ${table}`,
  )
  expect(missing).toEqual([])
})

test.each([
  ['disputes', 'status', ['lost', 'won']],
  ['payouts', 'status', ['FAILED', 'PAID']],
  ['invites', 'kind', ['EMAIL', 'LINK', 'PHONE']],
  ['waitlist_entries', 'status', ['EXPIRED', 'LEFT', 'WAITING']],
  ['subscription_changes', 'needs_acceptance', ['false', 'true']],
  ['files', 'purpose', ['MAP']],
])('%s show each %s that can be shown without the provider', async (table, column, values) => {
  const shown = await rowsOf<{ value: string }>(
    `select distinct ${column}::text as value from ${table} order by 1`,
  )
  expect(shown.map(({ value }) => value)).toEqual(values)
})

test('every monthly reservation without an end is a subscription with consent, of which two have a higher price announced', async () => {
  expect(
    await rowsOf(`select r.id from reservations r left join subscriptions s on s.reservation_id = r.id
        left join consents c on c.subscription_id = s.id
      where r.status = 'ACTIVE' and r.ends_at is null and (s.id is null or c.subscription_id is null and s.month_cents > 0)`),
  ).toEqual([])
  expect(await count(`select count(*) from subscription_changes where state = 'SCHEDULED'`)).toBe(2)
})

test('a map of each level of the garage has a picture and all its spots', async () => {
  expect(
    await rowsOf(`select m.name, m.file_id is not null as has_picture, count(s.*)::int as spots,
        count(*) filter (where s.x > m.width or s.y > m.height)::int as outside
      from maps m left join map_spots s on s.map_id = m.id group by m.id, m.lot_id order by m.position`),
  ).toEqual(
    [28, 28, 28, 12].map((spots, at) => ({ name: `Level ${at + 1}`, has_picture: true, spots, outside: 0 })),
  )
})

test.each(['groups', 'signs', 'short_link_scans', 'availability', 'reservation_messages', 'saved_lots'])(
  '%s are not empty',
  async (table) => {
    expect(await count(`select count(*) from ${table}`)).toBeGreaterThan(0)
  },
)

test('the garage shows what staff did lately: limits of the charge, deleted spots, changed vehicles, saved views, and zones', async () => {
  expect(
    await count(
      `select count(*) from spots where min_reservation_price = 600 and max_reservation_price = 6000`,
    ),
  ).toBeGreaterThan(0)
  expect(
    await count(`select count(*) from spots where deleted_at is not null and removed_parts is not null`),
  ).toBe(2)
  expect(
    await count(`select count(*) from reservations r join lot_car_notes n on n.reservation_id = r.id and n.lot_id = r.lot_id and n.state = 'OPEN'
      join audit_log a on a.subject_id = r.id::text and a.action = 'reservation.car'
      join reservation_events e on e.reservation_id = r.id and e.kind = 'CAR_CHANGED' where r.car_id is null`),
  ).toBe(2)
  expect(await count(`select count(*) from saved_views`)).toBeGreaterThan(4)
  expect(
    await count(`select count(*) from spots s join zones z on z.id = s.zone_id and z.lot_id = s.lot_id`),
  ).toBe(96)
})

test('the host lists every weekday and keeps one of them', async () => {
  expect(
    await count(`select count(*) from availability a join availability b on b.spot_id = a.spot_id and b.repeat_frequency = 'WEEKLY'
      where a.kind = 'CLOSED' and a.repeat_frequency = 'NEVER' and b.kind = 'OPEN' and a.created_by_user_id = b.created_by_user_id`),
  ).toBe(1)
})

test('spots show every feature', async () => {
  const missing = await rowsOf(
    `select w::text from unnest(enum_range(null::spot_feature)) w except select unnest(features)::text from spots`,
  )
  expect(missing).toEqual([])
})

test('each lot that says that its gate opens by phone has a gate', async () => {
  const without = await rowsOf(
    `select name from lots l where 'PHONE_GATE' = any (entry_methods) and not exists (select from gates g where g.lot_id = l.id)`,
  )
  expect(without).toEqual([])
})

test('creates 24 lots in use and two that wait for a review, over 1,200 spots, and 2,500 to 4,500 reservations', async () => {
  expect(await count(`select count(*) from lots where trust_level = 'TRUSTED'`)).toBe(24)
  expect(await count(`select count(*) from lots where trust_level = 'NEW' and not is_listed`)).toBe(2)
  expect(await count('select count(*) from spots')).toBeGreaterThan(1200)
  const reservations = await count('select count(*) from reservations')
  expect(reservations).toBeGreaterThan(2500)
  expect(reservations).toBeLessThan(4500)
})

test('the lots do not overlap and lie in the Loop', async () => {
  const lots = await rowsOf<{ name: string; ring: [number, number][] }>(
    'select name, boundary -> 0 as ring from lots where boundary is not null',
  )
  const box = ({ name, ring }: (typeof lots)[number]) => {
    const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)]
    return { name, w: Math.min(...lngs), e: Math.max(...lngs), s: Math.min(...lats), n: Math.max(...lats) }
  }
  const boxes = lots.map(box)
  for (const a of boxes) {
    expect(a.w > -87.66 && a.e < -87.62 && a.s > 41.866 && a.n < 41.89, a.name).toBe(true)
    for (const b of boxes) {
      if (a.name < b.name)
        expect(a.w < b.e && b.w < a.e && a.s < b.n && b.s < a.n, `${a.name}, ${b.name}`).toBe(false)
    }
  }
})

test('two lots are half occupied now, and the demo driver is parked in one of them', async () => {
  const taken = await rowsOf<{ name: string; share: number }>(
    `select l.name, count(r.id)::float8 / l.spot_count as share from lots l join reservations r on r.lot_id = l.id
       and r.status = 'ACTIVE' and r.starts_at <= $1 and r.ends_at > $1
     where l.name in ('Wells Street Garage', 'LaSalle Corner Lot') group by l.id`,
    [noon],
  )
  expect(taken).toHaveLength(2)
  for (const { share, name } of taken) expect(Math.abs(share - 0.5), name).toBeLessThan(0.1)
  const of = `from reservations r join users u on u.id = r.user_id where u.email = 'driver@openspot.example' and r.status = 'ACTIVE'`
  expect(await count(`select count(*) ${of} and r.starts_at <= $1 and r.ends_at > $1`, [noon])).toBe(1)
  expect(await count(`select count(*) ${of} and r.starts_at > $1`, [noon])).toBeGreaterThanOrEqual(2)
})

test('accounts that can sign in have the published passwords and roles and an empty wallet', async () => {
  for (const { email, password, role, lot } of town.accounts) {
    expect(password.length).toBeGreaterThanOrEqual(10)
    const [row] = await rowsOf<{
      password_hash: string
      roles: string[]
      lot_role: string | null
      cards: number
    }>(
      `select c.password_hash, u.roles,
         (select m.role::text from memberships m join lots l on l.id = m.lot_id where m.user_id = u.id and l.name = $2) as lot_role,
         (select count(*) from payment_methods p where p.user_id = u.id and p.deleted_at is null) as cards
       from users u join password_credentials c on c.user_id = u.id where u.email = $1 and u.account_status = 'ACTIVE'`,
      [email, lot],
    )
    expect(row && (await isPassword(password, row.password_hash)), email).toBe(true)
    expect(row).toMatchObject({
      roles: role === 'PLATFORM_ADMIN' ? ['OPENSPOT_ADMIN'] : [],
      lot_role: lot === null ? null : role === 'HOST' ? 'MEMBER' : role,
      cards: 0,
    })
  }
})

test('a second run changes nothing, and a taken email address throws PlainError', async () => {
  const before = await hashes(database)
  const again = await townIn(database, 7)
  expect(again).toEqual({ accounts: town.accounts, is_new: false })
  expect(await hashes(database)).toEqual(before)
  const taken = await emptyDatabase()
  await taken.pool.query(
    `insert into users (email, account_status) values ('driver@openspot.example', 'ACTIVE')`,
  )
  await expect(townIn(taken, 1)).rejects.toThrow(PlainError)
})

test('demo data coexists with existing rows', async () => {
  const other = await emptyDatabase()
  await other.pool.query(
    `insert into users (email, account_status) values ('somebody@people.example', 'ACTIVE')`,
  )
  expect(await townIn(other, 1)).toMatchObject({ is_new: true })
  expect((await other.pool.query('select from users')).rowCount).toBeGreaterThan(60)
})

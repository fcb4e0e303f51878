import { randomUUID } from 'node:crypto'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import {
  adjustInvoiceRoute,
  approveRefundRoute,
  undoRefundRoute,
} from '@openspot/contract/money/adjustments.ts'
import { changeSubscriptionRoute } from '@openspot/contract/money/subscriptions.ts'
import type { Route } from '@openspot/contract/route.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { type Everything, everythingIn } from '../factories/everything.ts'
import { aCard, aPerson, type Person } from '../factories/people.ts'
import { twoHours } from '../factories/reservations.ts'
import { asOwner } from '../owner.ts'
import { removeAccess } from '../removed-access.ts'

/** Routes whose access check is removed: anyone may call them. */
const opened: Route[] = [
  adjustInvoiceRoute,
  approveRefundRoute,
  undoRefundRoute,
  createByStaffRoute,
  changeSubscriptionRoute,
]

let api: TestApi
let pool: pg.Pool
let lot: Everything
let other: Everything
let stranger: Person

removeAccess(opened)
beforeAll(async () => {
  api = await testApi()
  pool = api.deps.database.pool
  lot = await everythingIn(api, false)
  other = await everythingIn(api, false)
  stranger = await aPerson(api)
})
afterAll(() => api.close())

/** Tables of a lot that hold money or people. */
const moneyTables = [
  'disputes',
  'earnings',
  'invoice_lines',
  'invoices',
  'ledger_entries',
  'ledger_transactions',
  'memberships',
  'payments',
  'payout_accounts',
  'payout_lines',
  'payouts',
  'plan_bills',
  'refunds',
  'reservations',
  'subscription_changes',
  'subscriptions',
  'waitlist_entries',
]

/**
 * A missing privilege, a missing referenced row, amounts that do not add up, or a rejection by the second layer itself.
 */
const refusals = /^(42501|23503|OS003|OS02[1-3]|OS04\d)$/

/** Runs a statement in a transaction that is never committed and includes deferred checks. Returns the error code. */
async function tryOut(text: string, values: unknown[]): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rowCount } = await client.query(text, values)
    if (rowCount === 0) return 'nothing was written'
    await client.query('set constraints all immediate')
    return 'accepted'
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

interface Column {
  table: string
  column: string
  /** The table that the column references by a foreign key, if any. */
  refers_to: string | null
  /** Whether that key also includes the lot of the row. */
  carries_lot: boolean
}

const columns = () =>
  asOwner<Column>(
    api,
    `select c.relname as table, a.attname as column,
       (select f.relname from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
          and (a.attname = 'lot_id') = (f.relname = 'lots') order by f.relname <> 'users' limit 1) as refers_to,
       exists (select from pg_constraint k join pg_attribute l on l.attrelid = k.conrelid and l.attname = 'lot_id'
         where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey) and l.attnum = any (k.conkey)) as carries_lot
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) order by 1, 2`,
    [moneyTables],
  )

describe('without the checks of the application, the database', () => {
  test('rejects moving any row of money or people to another lot', async () => {
    const strange: string[] = []
    for (const table of moneyTables) {
      const code = await tryOut(`update ${table} set lot_id = $1 where lot_id = $2`, [
        other.lot.lot_id,
        lot.lot.lot_id,
      ])
      // This lot has no row in some tables; without the privilege the statement fails before that.
      if (!refusals.test(code) && code !== 'nothing was written') strange.push(`${table}: ${code}`)
    }
    expect(strange).toEqual([])
  })

  test('rejects every reference of such a row to a row of another lot', async () => {
    const strange: string[] = []
    let tried = 0
    for (const { table, column, refers_to, carries_lot } of await columns()) {
      if (
        column === 'rule_set_version' ||
        refers_to === null ||
        refers_to === 'users' ||
        refers_to === 'lots'
      )
        continue
      const key = await keyOf(refers_to)
      if (key === null) continue
      const [foreign] = await asOwner<{ id: string }>(
        api,
        `select ${key} as id from ${refers_to} where lot_id = $1 limit 1`,
        [other.lot.lot_id],
      )
      if (!foreign) continue
      tried += 1
      const code = await tryOut(`update ${table} set ${column} = $1 where lot_id = $2`, [
        foreign.id,
        lot.lot.lot_id,
      ])
      // A check constraint of the row may reject a reference before the foreign key does.
      const isKept = refusals.test(code) || (code === '23514' && carries_lot)
      if (!isKept && code !== 'nothing was written') strange.push(`${table}.${column}: ${code}`)
    }
    expect(strange).toEqual([])
    expect(tried).toBeGreaterThan(10)
  })

  test('rejects copying such a row to another lot', async () => {
    const strange: string[] = []
    let tried = 0
    for (const table of moneyTables) {
      const names = await columnsOf(table)
      const others = names.filter((name) => !['id', 'lot_id', 'number', 'slug'].includes(name))
      // A waitlist entry is no money and references nothing of its lot until a spot is offered.
      if (table === 'waitlist_entries') continue
      // A row that references nothing of its lot is valid in any lot.
      if (
        !others.some((name) =>
          /^(invoice|payment|reservation|payout|subscription|transaction|account|source)_id$/.test(name),
        )
      )
        continue
      const list = [...(names.includes('id') ? ['id'] : []), 'lot_id', ...others].join(', ')
      // A payout in the past is history, but a PENDING one is money that will be sent.
      const values = others.map((name) => (table === 'payouts' && name === 'status' ? `'PENDING'` : name))
      const code = await tryOut(
        `insert into ${table} (${list}) select ${names.includes('id') ? 'uuidv7(), ' : ''}$1, ${values.join(', ')}
         from ${table} where lot_id = $2 limit 1`,
        [other.lot.lot_id, lot.lot.lot_id],
      )
      if (code === 'nothing was written') continue
      tried += 1
      if (!refusals.test(code)) strange.push(`${table}: ${code}`)
    }
    expect(strange).toEqual([])
    expect(tried).toBeGreaterThan(7)
  })

  test('rejects moving any row to another person', async () => {
    const strange: string[] = []
    const tables = [...moneyTables, 'cars', 'payment_methods', 'payment_customers']
    for (const table of tables) {
      if (!(await columnsOf(table)).includes('user_id')) continue
      // Memberships and the waitlist hold no money; their own routes decide whom they are about.
      if (['memberships', 'waitlist_entries'].includes(table)) continue
      const code = await tryOut(`update ${table} set user_id = $1 where user_id = $2`, [
        stranger.user_id,
        lot.resource_owner.user_id,
      ])
      if (!refusals.test(code)) strange.push(`${table}: ${code}`)
    }
    expect(strange).toEqual([])
  })

  test('rejects a payment with another person’s payment method', async () => {
    const card = await aCard(api, stranger)
    const code = await tryOut(
      `insert into payments (id, lot_id, invoice_id, payment_method_id, kind, status, currency, amount_cents, created_at, session_id)
       select uuidv7(), lot_id, id, $2, 'STRIPE', 'FAILED', currency, 100, created_at,
         (select s.id from sessions s where s.user_id = invoices.user_id limit 1) from invoices where id = $1`,
      [lot.ids['invoice_id'], card],
    )
    expect(code).toBe('OS040')
    const own = await tryOut(
      `insert into payments (id, lot_id, invoice_id, payment_method_id, kind, status, currency, amount_cents, created_at, session_id)
       select uuidv7(), lot_id, id, $2, 'STRIPE', 'FAILED', currency, 100, created_at,
         (select s.id from sessions s where s.user_id = invoices.user_id limit 1) from invoices where id = $1`,
      [lot.ids['invoice_id'], lot.ids['payment_method_id']],
    )
    expect(own).toBe('accepted')
  })

  test('rejects invoices and subscriptions that another person would owe', async () => {
    const invoice = await tryOut(
      `insert into invoices (lot_id, reservation_id, user_id, kind, status, currency, total_cents, service_fee_cents,
         platform_share_cents, payment_kind, created_at)
       select lot_id, id, $2, 'CORRECTION', 'PENDING', currency, 0, 0, 0, 'STRIPE', created_at from reservations where id = $1`,
      [lot.ids['reservation_id'], stranger.user_id],
    )
    const months = await tryOut(
      `insert into subscriptions (lot_id, kind, reservation_id, user_id, currency, month_cents, anchor_at, billed_until, created_at, ended_at)
       select lot_id, 'RESERVATION', id, $2, currency, 100, created_at, created_at, created_at, created_at from reservations where id = $1`,
      [lot.ids['reservation_id'], stranger.user_id],
    )
    expect([invoice, months]).toEqual(['OS041', 'OS041'])
  })

  test('rejects payouts to another account, from other earnings, and earnings without a source', async () => {
    const [account] = await asOwner<{ id: string }>(
      api,
      `insert into payout_accounts (user_id, currency, country, created_at, changed_at)
       values ($1, 'USD', 'US', now(), now()) returning id`,
      [stranger.user_id],
    )
    const payout = await tryOut(
      `insert into payouts (lot_id, payee_kind, account_id, currency, amount_cents, stripe_account_id, created_at)
       values ($1, 'LOT', $2, 'USD', 100, 'acct_y', now())`,
      [lot.lot.lot_id, account?.id],
    )
    const line = await tryOut(
      `insert into payout_lines (payout_id, lot_id, source_id, payee_kind, amount_cents)
       select $1, lot_id, source_id, payee_kind, 1 from earnings where lot_id = $2 and payee_kind = 'LOT' limit 1`,
      [lot.ids['payout_id'], lot.lot.lot_id],
    )
    const earnings = await tryOut(
      `insert into earnings (source_id, lot_id, payee_kind, user_id, source_kind, currency, amount_cents, due_at, created_at)
       select id, lot_id, 'HOST', $2, 'DEDUCTION', 'USD', 100000, now(), now() from payments where invoice_id = $1`,
      [lot.ids['invoice_id'], stranger.user_id],
    )
    const foreign = await tryOut(
      `insert into earnings (source_id, lot_id, payee_kind, source_kind, currency, amount_cents, due_at, created_at)
       values ($1, $2, 'LOT', 'INVOICE', 'USD', 100000, now(), now())`,
      [lot.ids['invoice_id'], other.lot.lot_id],
    )
    expect([payout, line, earnings, foreign]).toEqual(['OS042', 'OS042', 'OS042', 'OS042'])
  })

  test('rejects another person’s vehicle', async () => {
    const code = await tryOut('update reservations set car_id = $1 where id = $2', [
      other.ids['car_id'],
      lot.ids['reservation_id'],
    ])
    expect(code).toBe('OS044')
  })
})

describe('with the access check of a route removed, the database', () => {
  /** All money rows of a lot, as text. */
  const moneyOf = async (lot_id: string) => {
    const rows = await Promise.all(
      moneyTables.map((table) =>
        asOwner<{ row: string }>(api, `select t::text as row from ${table} t where lot_id = $1 order by 1`, [
          lot_id,
        ]),
      ),
    )
    return rows.map((each) => each.map(({ row }) => row))
  }

  async function asStranger(route: Route, path: Record<string, string>, body: unknown): Promise<number> {
    const url = route.url.replace(/:(\w+)/g, (_all, name: string) => path[name] ?? '')
    const answer = await fetch(api.base + url, {
      method: route.method,
      headers: {
        authorization: `Bearer ${stranger.token}`,
        'idempotency-key': randomUUID(),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    return answer.status
  }

  async function aRefund(status: string): Promise<string> {
    const [refund] = await asOwner<{ id: string }>(
      api,
      `insert into refunds (lot_id, invoice_id, payment_id, status, amount_cents, reason, requested_by_user_id, created_at, send_at)
       select lot_id, invoice_id, payment_id, $2, 1, 'Sorry', requested_by_user_id, created_at, created_at + interval '1 day'
       from refunds where id = $1 returning id`,
      [lot.ids['refund_id'], status],
    )
    return refund?.id ?? ''
  }

  test('rejects a stranger’s refund, approval, undo, reservation for others, and price change', async () => {
    const [waiting, promised] = [await aRefund('AWAITING_APPROVAL'), await aRefund('PENDING')]
    await pool.query(`update subscription_changes set state = 'WITHDRAWN' where lot_id = $1`, [
      lot.lot.lot_id,
    ])
    await pool.query('update lots set approval_limit_cents = null where id = $1', [lot.lot.lot_id])
    const attempts: [Route, Record<string, string>, unknown][] = [
      [adjustInvoiceRoute, lot.ids, { kind: 'REFUND', amount_cents: 100, reason: 'Mine' }],
      [approveRefundRoute, { refund_id: waiting }, null],
      [undoRefundRoute, { refund_id: promised }, null],
      [
        createByStaffRoute,
        {},
        {
          spot_id: lot.lot.spot_ids[3],
          person: { email: lot.resource_owner.email },
          payment_kind: 'NONE',
          override_reason: 'Mine',
          ...twoHours(api, 50),
        },
      ],
      [
        changeSubscriptionRoute,
        lot.ids,
        {
          kind: 'PRICE',
          effective_at: 'NOW',
          month_cents: 1,
          reason: 'Mine',
        },
      ],
    ]
    const before = await moneyOf(lot.lot.lot_id)
    const answers: Record<string, number> = {}
    for (const [route, path, body] of attempts) answers[route.url] = await asStranger(route, path, body)
    // A 500 means that the database failed the call, because no access check is left.
    expect(Object.values(answers)).toEqual(opened.map(() => 500))
    expect(await moneyOf(lot.lot.lot_id)).toEqual(before)
  })
})

/** The columns of a table that can be written, without generated ones. */
async function columnsOf(table: string): Promise<string[]> {
  const rows = await asOwner<{ name: string }>(
    api,
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** The column by which other tables reference a row of a lot. Null if the table belongs to no lot. */
async function keyOf(table: string): Promise<string | null> {
  const names = await columnsOf(table)
  if (!names.includes('lot_id')) return null
  return ['id', 'source_id', 'rule_set_id'].find((name) => names.includes(name)) ?? null
}

import type { Difference, ReconciliationRun } from '@openspot/contract/money/reconciliation.ts'
import type { DifferenceKind, DifferenceStatus } from '@openspot/core/enums.ts'
import { type Db, query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, statement, text } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { type DifferenceFacts, differenceMessage } from './difference-message.rules.ts'

type Cursor = (string | number)[] | null

const runColumns = 'id, started_at, finished_at, read_until, transactions, differences'

export async function beginRun(db: Db, now: Date): Promise<ReconciliationRun> {
  return db
    .insertInto('reconciliation_runs')
    .values({ started_at: now.toISOString() })
    .returning(['id', 'started_at', 'finished_at', 'read_until', 'transactions', 'differences'])
    .executeTakeFirstOrThrow()
}

/** Queues the job of a run. Must run in the transaction that began it. */
export async function queueRun(tx: Tx, run_id: string): Promise<void> {
  await sql`select add_job('reconcile', ${JSON.stringify({ run_id })}::json, queue_name => 'reconcile')`.execute(
    tx,
  )
}

const untilRows = statement(
  'read_until',
  { read_until: 'timestamptz?' },
  'select max(read_until) as read_until from reconciliation_runs where finished_at is not null',
)

/** Returns until when a finished run has read the provider's transactions, or null if there is none. */
export async function readUntil(pool: pg.Pool): Promise<string | null> {
  const rows = await query(pool, untilRows, [])
  return rows[0]?.read_until ?? null
}

export async function finishRun(
  db: Db,
  run_id: string,
  ended: { finished_at: string; read_until: string; transactions: number; differences: number },
): Promise<void> {
  await db.updateTable('reconciliation_runs').set(ended).where('id', '=', run_id).execute()
}

const runsRows = statement(
  'list_runs',
  {
    id: 'uuid',
    started_at: 'timestamptz',
    finished_at: 'timestamptz?',
    read_until: 'timestamptz?',
    transactions: 'integer',
    differences: 'integer',
  },
  `select ${runColumns} from reconciliation_runs where ($1::timestamptz is null or (started_at, id) < ($1, $2::uuid))
     order by started_at desc, id desc limit $3`,
)

/** Returns the newest runs first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export function listRuns(pool: pg.Pool, after: Cursor, limit: number): Promise<ReconciliationRun[]> {
  return query(pool, runsRows, [after?.[0] ?? null, after?.[1] ?? null, limit + 1])
}

interface DifferenceRow extends Omit<Difference, 'lot' | 'message'> {
  lot_id: string | null
  lot_name: string | null
  facts: DifferenceFacts
}

const differenceColumns = `d.id, d.kind, d.status, d.lot_id, l.name as lot_name, d.subject_kind, d.subject_id, d.currency, d.expected_cents,
  d.found_cents, d.booked_cents, d.status = 'OPEN' and d.kind in ('MISSING_HERE', 'MISSING_AT_PROVIDER', 'AMOUNT') as can_book, d.facts,
  d.found_at, d.last_seen_at, (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = d.resolved_by_user_id) as resolved_by,
  d.resolved_at, d.note
  from reconciliation_differences d left join lots l on l.id = d.lot_id`

const toDifference = ({ lot_id, lot_name, facts, ...row }: DifferenceRow): Difference => ({
  ...row,
  message: differenceMessage(row.kind, row.currency, facts),
  lot: lot_id === null || lot_name === null ? null : { id: lot_id, name: lot_name },
})

const differenceShape = {
  id: 'uuid',
  kind: text<DifferenceRow['kind']>(),
  status: text<DifferenceRow['status']>(),
  lot_id: 'uuid?',
  lot_name: 'text?',
  subject_kind: 'text',
  subject_id: 'text',
  currency: 'text?',
  expected_cents: 'bigint?',
  found_cents: 'bigint?',
  booked_cents: 'bigint',
  can_book: 'boolean',
  facts: json<DifferenceFacts>(),
  found_at: 'timestamptz',
  last_seen_at: 'timestamptz',
  resolved_by: 'text?',
  resolved_at: 'timestamptz?',
  note: 'text?',
} as const

const differencesRows = statement(
  'list_differences',
  differenceShape,
  `select ${differenceColumns} where ($1::text is null or d.status = $1) and ($2::text is null or d.kind = $2)
       and ($3::timestamptz is null or (d.found_at, d.id) < ($3, $4::uuid))
     order by d.found_at desc, d.id desc limit $5`,
)

/** Returns the newest differences first, up to `limit` + 1 rows so that the caller knows whether more follow. */
export async function listDifferences(
  pool: pg.Pool,
  filter: { status: DifferenceStatus | null; kind: DifferenceKind | null },
  after: Cursor,
  limit: number,
): Promise<Difference[]> {
  const rows = await query(pool, differencesRows, [
    filter.status,
    filter.kind,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ])
  return rows.map(toDifference)
}

const differenceRows = statement(
  'find_difference',
  differenceShape,
  `select ${differenceColumns} where d.id = $1`,
)

export async function findDifference(pool: pg.Pool, difference_id: string): Promise<Difference | undefined> {
  const rows = await query(pool, differenceRows, [difference_id])
  return rows.map(toDifference)[0]
}

export async function hasLot(db: Db, lot_id: string): Promise<boolean> {
  const lot = await db.selectFrom('lots').select('id').where('id', '=', lot_id).executeTakeFirst()
  return lot !== undefined
}

export interface Settlement {
  outcome: 'resolved' | 'unknown' | 'not_open' | 'not_bookable' | 'lot_needed'
  lot_id: string | null
  booked: number
}

const resolveDifferenceStatement = statement(
  'resolve_difference',
  { outcome: text<Settlement['outcome']>(), lot_id: 'uuid?', booked: 'bigint' },
  `select outcome, lot_id, booked from resolve_difference($1, $2::uuid, $3::uuid,
      $4, $5, $6::uuid)`,
)

/**
 * Settles a difference with a note and, if `book` is set, enters it in the ledger. Must run in a transaction. Returns
 * the outcome with the booked amount in minor units.
 */
export async function resolveDifference(
  tx: Tx,
  now: Date,
  order: { difference_id: string; user_id: string; note: string; book: boolean; lot_id: string | null },
): Promise<Settlement> {
  const rows = await queryPrepared(tx, resolveDifferenceStatement, [
    now.toISOString(),
    order.difference_id,
    order.user_id,
    order.note,
    order.book,
    order.lot_id,
  ])
  return rows[0] ?? { outcome: 'unknown', lot_id: null, booked: 0 }
}

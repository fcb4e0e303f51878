import { query } from '@openspot/db/database.ts'
import { jsonRecord, type RecordOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const transactionRecord = jsonRecord(
  'record_provider_transactions.p',
  {
    id: 'text',
    type: 'text',
    source_id: 'text?',
    currency: 'text',
    amount_cents: 'bigint',
    fee_cents: 'bigint',
    created_at: 'timestamptz',
  },
  {},
)
/** A balance transaction of the provider. Amounts are in minor units. */
export type ProviderTransaction = RecordOf<typeof transactionRecord>

/** Saves transactions in their current state. Safe to repeat. */
export async function recordTransactions(
  pool: pg.Pool,
  now: Date,
  transactions: readonly ProviderTransaction[],
): Promise<void> {
  await pool.query('select record_provider_transactions($1, $2)', [
    now.toISOString(),
    JSON.stringify(transactions),
  ])
}

/** Assigns each unmatched transaction to the entry of our ledger that it belongs to, if there is one. */
export async function matchTransactions(db: pg.Pool | pg.PoolClient): Promise<void> {
  await (db as pg.Pool).query('select match_provider_transactions()')
}

/** A transaction that our ledger lacks. */
export type UnmatchedTransaction = Pick<ProviderTransaction, 'id' | 'type'> & { source_id: string }

const unmatchedRows = statement(
  'list_unmatched',
  { id: 'text', type: 'text', source_id: 'text!' },
  `select id, type, source_id from provider_transactions
     where ledger_source_id is null and source_id is not null and created_at >= $1 order by created_at limit 1000`,
)

/** Returns the unmatched transactions that name an object and were created since an instant, the oldest first. */
export function listUnmatched(pool: pg.Pool, since: Date): Promise<UnmatchedTransaction[]> {
  return query(pool, unmatchedRows, [since.toISOString()])
}

/** Saves the lot of an unmatched transaction, if there is such a lot. */
export async function recordLotOfTransaction(
  pool: pg.Pool,
  transaction_id: string,
  lot_id: string,
): Promise<void> {
  await pool.query(
    `update provider_transactions t set lot_id = l.id from lots l where t.id = $1 and l.id = $2 and t.ledger_source_id is null`,
    [transaction_id, lot_id],
  )
}

/** Assigns a transaction to a refund that its bank has not settled, or has refused, and that our ledger lacks. */
export async function expectRefund(pool: pg.Pool, transaction_id: string, refund_id: string): Promise<void> {
  await pool.query('select expect_refund($1, $2)', [transaction_id, refund_id])
}

const lotOfCharge = statement(
  'find_lot_of_charge',
  { lot_id: 'uuid' },
  'select lot_id from payments where stripe_charge_id = $1',
)

/** Returns the lot id of the payment that a charge made, or null. */
export async function findLotOfCharge(pool: pg.Pool, charge_id: string | null): Promise<string | null> {
  const rows = await query(pool, lotOfCharge, [charge_id])
  return rows[0]?.lot_id ?? null
}

import { MAX_TRANSIT_HOURS } from '@openspot/core/money/reconciliation.ts'
import { query } from '@openspot/db/database.ts'
import { allowSlowStatements } from '@openspot/db/pool.ts'
import { jsonRecord, type RecordOf, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'
import { matchTransactions } from './transactions.sql.ts'

const balanceRecord = jsonRecord('find_differences.p_balances', { currency: 'text', cents: 'bigint' }, {})
/** A balance at the provider in minor units. */
export type Balance = RecordOf<typeof balanceRecord>

const compareBooksStatement = statement(
  'compare_books',
  { open: 'integer' },
  'select record_differences($1, $2, $3) as open',
)

/**
 * Books the provider's fees, compares our books with the provider's, and returns how many differences are open. Runs in
 * one transaction, so that everything is compared at one instant. It reads everything, so it has longer timeouts.
 */
export async function compareBooks(pool: pg.Pool, now: Date, balances: Balance[] | null): Promise<number> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = '10min'; set local lock_timeout = '10min'`)
    allowSlowStatements(client, 600_000)
    await matchTransactions(client)
    await client.query('select book_provider_fees($1)', [now.toISOString()])
    const rows = await query(client, compareBooksStatement, [
      now.toISOString(),
      balances && JSON.stringify(balances),
      MAX_TRANSIT_HOURS,
    ])
    await client.query('commit')
    isDone = true
    return rows[0]?.open ?? 0
  } finally {
    // A transaction that failed ends with its connection.
    client.release(!isDone)
  }
}

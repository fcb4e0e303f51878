import { allowSlowStatements } from '@openspot/db/pool.ts'
import type { Till } from '../payments/pay.ts'
import { askAfterUnmatched } from './ask-after.ts'
import { type Balance, readBooks } from './read-books.ts'
import { beginRun, finishRun, readUntil } from './reconciliation.sql.ts'

/** Transactions can appear late at the provider, so this many days before the last run are read again. */
const againDays = 7

/**
 * Compares our ledger with the card provider's transactions and with our own rows. Repairs what lost events left
 * behind, books the provider's fees, and saves the remaining differences for staff. Safe to run again after an
 * interruption at any point.
 */
export async function reconcile(till: Till, asked_run_id: string | null): Promise<void> {
  const began = till.ports.now()
  const run_id = asked_run_id ?? (await beginRun(till.db, began)).id
  const last = await readUntil(till.pool)
  const since = last === null ? null : new Date(Date.parse(last) - againDays * 86_400_000)
  const { transactions, balances } = await readBooks(till, since)
  await till.pool.query('select match_provider_transactions()')
  await askAfterUnmatched(till)
  const differences = await compare(till, balances)
  await finishRun(till.db, run_id, {
    finished_at: till.ports.now().toISOString(),
    read_until: began.toISOString(),
    transactions,
    differences,
  })
}

/**
 * Runs in one transaction, so that everything is compared at one instant. It reads everything, so it has longer
 * timeouts.
 */
async function compare({ pool, ports }: Till, balances: Balance[] | null): Promise<number> {
  const now = ports.now().toISOString()
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = '10min'; set local lock_timeout = '10min'`)
    allowSlowStatements(client, 600_000)
    await client.query('select match_provider_transactions()')
    await client.query('select book_provider_fees($1)', [now])
    const { rows } = await client.query<{ open: number }>('select note_differences($1, $2) as open', [
      now,
      balances && JSON.stringify(balances),
    ])
    await client.query('commit')
    isDone = true
    return rows[0]?.open ?? 0
  } finally {
    // A transaction that failed ends with its connection.
    client.release(!isDone)
  }
}

import type { Till } from '../payments/pay.ts'
import { askAfterUnmatched } from './ask-after.ts'
import { compareBooks } from './compare-books.sql.ts'
import { readBooks } from './read-books.ts'
import { beginRun, finishRun, readUntil } from './reconciliation.sql.ts'
import { matchTransactions } from './transactions.sql.ts'

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
  await matchTransactions(till.pool)
  await askAfterUnmatched(till)
  const differences = await compareBooks(till.pool, till.ports.now(), balances)
  await finishRun(till.db, run_id, {
    finished_at: till.ports.now().toISOString(),
    read_until: began.toISOString(),
    transactions,
    differences,
  })
}

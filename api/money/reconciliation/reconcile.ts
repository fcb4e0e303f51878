import type { PaymentDeps } from '../payments/pay.ts'
import { compareBooks } from './compare-books.sql.ts'
import { readBooks } from './read-books.ts'
import { beginRun, finishRun, readUntil } from './reconciliation.sql.ts'
import { syncUnmatched } from './sync-unmatched.ts'
import { matchTransactions } from './transactions.sql.ts'

/** Transactions can appear late at the provider, so this many days before the last run are read again. */
const againDays = 7

/**
 * Compares our ledger with the card provider's transactions and with our own rows. Repairs what lost events left
 * behind, books the provider's fees, and saves the remaining differences for staff. Safe to run again after an
 * interruption at any point.
 */
export async function reconcile(deps: PaymentDeps, requested_run_id: string | null): Promise<void> {
  const began = deps.ports.now()
  const run_id = requested_run_id ?? (await beginRun(deps.db, began)).id
  const last = await readUntil(deps.pool)
  const since = last === null ? null : new Date(Date.parse(last) - againDays * 86_400_000)
  const { transactions, balances } = await readBooks(deps, since)
  await matchTransactions(deps.pool)
  await syncUnmatched(deps)
  const differences = await compareBooks(deps.pool, deps.ports.now(), balances)
  await finishRun(deps.db, run_id, {
    finished_at: deps.ports.now().toISOString(),
    read_until: began.toISOString(),
    transactions,
    differences,
  })
}

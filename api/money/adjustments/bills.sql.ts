import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** Gives a bill its second approval. Returns `approved`, `not_waiting`, or `same_person`. Locks the bill. */
export async function approveBill(
  tx: Db,
  now: Date,
  bill_id: string,
  user_id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from approve_bill(${now.toISOString()}, ${bill_id}, ${user_id})`.execute(tx)
  return rows[0]?.outcome
}

/** Withdraws a bill. Returns `withdrawn`, or `not_open` if it is paid, being paid, or not a bill. Locks the bill. */
export async function withdrawBill(tx: Db, now: Date, bill_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from withdraw_bill(${now.toISOString()}, ${bill_id})`.execute(tx)
  return rows[0]?.outcome
}

/**
 * Contests a bill as its payer; the database refuses anyone else (OS043). Returns `contested` or `not_open`. Locks the
 * bill.
 */
export async function contestBill(
  tx: Db,
  now: Date,
  bill_id: string,
  by: { reason: string; user_id: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ outcome: string }>`
    select outcome from contest_bill(${now.toISOString()}, ${bill_id}, ${by.reason}, ${by.user_id})`.execute(
    tx,
  )
  return rows[0]?.outcome
}

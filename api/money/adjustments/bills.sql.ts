import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const approveBillStatement = statement(
  'approve_bill',
  { outcome: 'text' },
  'select outcome from approve_bill($1, $2, $3)',
)

/** Gives a bill its second approval. Returns `approved`, `not_waiting`, or `same_person`. Locks the bill. */
export async function approveBill(
  tx: Tx,
  now: Date,
  bill_id: string,
  user_id: string,
): Promise<string | undefined> {
  const rows = await queryPrepared(tx, approveBillStatement, [now.toISOString(), bill_id, user_id])
  return rows[0]?.outcome
}

const withdrawBillStatement = statement(
  'withdraw_bill',
  { outcome: 'text' },
  'select outcome from withdraw_bill($1, $2)',
)

/** Withdraws a bill. Returns `withdrawn`, or `not_open` if it is paid, being paid, or not a bill. Locks the bill. */
export async function withdrawBill(tx: Tx, now: Date, bill_id: string): Promise<string | undefined> {
  const rows = await queryPrepared(tx, withdrawBillStatement, [now.toISOString(), bill_id])
  return rows[0]?.outcome
}

const contestBillStatement = statement(
  'contest_bill',
  { outcome: 'text' },
  'select outcome from contest_bill($1, $2, $3, $4)',
)

/**
 * Contests a bill as its payer; the database refuses anyone else (OS043). Returns `contested` or `not_open`. Locks the
 * bill.
 */
export async function contestBill(
  tx: Tx,
  now: Date,
  bill_id: string,
  by: { reason: string; user_id: string },
): Promise<string | undefined> {
  const rows = await queryPrepared(tx, contestBillStatement, [
    now.toISOString(),
    bill_id,
    by.reason,
    by.user_id,
  ])
  return rows[0]?.outcome
}

import { query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

const note = statement(
  'record_dispute',
  { outcome: 'text', lot_id: 'uuid?' },
  'select outcome, lot_id from record_dispute($1, $2, $3, $4, $5, $6, $7, $8, $9)',
)

/**
 * Saves the state of a disputed payment. Safe to repeat, in any order. Returns `noted` or `unknown_payment` with the lot
 * of the payment. Locks the invoice and the dispute.
 */
export async function recordDispute(
  pool: pg.Pool,
  now: Date,
  dispute: {
    charge_id: string
    dispute_id: string
    status: string
    reason: string
    amount_cents: number
    /** The bank currently holds the money. */
    is_withdrawn: boolean
    evidence_due_at: string | null
    opened_at: string
  },
): Promise<{ outcome: string; lot_id: string | null }> {
  const rows = await query(pool, note, [
    now.toISOString(),
    dispute.charge_id,
    dispute.dispute_id,
    dispute.status,
    dispute.reason,
    dispute.amount_cents,
    dispute.is_withdrawn,
    dispute.evidence_due_at,
    dispute.opened_at,
  ])
  return rows[0] ?? { outcome: 'unknown_payment', lot_id: null }
}

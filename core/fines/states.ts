import type { FineStatus } from './enums.ts'

/**
 * The transitions of a warning or fine. A bank debit is PROCESSING for days. REFUNDED is a full refund by the staff, and PAID
 * again if the payer's bank doesn't take it; a voided fine stays VOIDED, whatever happens to its payment.
 * The database enforces them too.
 */
export const fineMoves: Readonly<Record<FineStatus, readonly FineStatus[]>> = {
  WARNING: ['VOIDED'],
  UNPAID: ['PROCESSING', 'PAID', 'VOIDED'],
  PROCESSING: ['UNPAID', 'PAID', 'VOIDED'],
  PAID: ['REFUNDED', 'VOIDED'],
  REFUNDED: ['PAID', 'VOIDED'],
  VOIDED: [],
}

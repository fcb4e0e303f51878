import type { AttentionKind } from '@openspot/core/overview/attention.ts'

const targets: Record<AttentionKind, string> = {
  LOT_BLOCKED: 'settings',
  LOT_REVIEW: 'settings',
  PAYOUT_ACCOUNT: 'payouts',
  DISPUTES: 'refunds?tab=disputes&open=true',
  UNPAID_PLAN: 'plan',
  FAILED_PAYMENTS: 'reservations?payment=FAILED',
  FAILED_REFUNDS: 'refunds?status=OWED',
  PENDING_RESERVATIONS: 'reservations?status=PENDING&sort=earliest',
  PROBLEMS: 'problems',
  OFFLINE_GATES: 'gates?offline=true',
  JOIN_REQUESTS: 'members?waits_for=STAFF',
  REFUNDS: 'refunds?status=AWAITING_APPROVAL',
  FINE_APPEALS: 'fines?show=APPEALED',
  OUTDATED_SIGNS: 'signs?outdated=true',
}

/** Returns the path of the list with exactly what an item counts. */
export const attentionPath = (lot_id: string, kind: AttentionKind): string =>
  `/lots/${lot_id}/${targets[kind]}`

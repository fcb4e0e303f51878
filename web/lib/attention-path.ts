import type { AttentionKind, PlatformAttentionKind } from '@openspot/core/overview/attention.ts'

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

/** The list of the platform console with exactly what an item counts. */
export const platformAttentionPaths: Record<PlatformAttentionKind, string> = {
  FAILED_PAYOUTS: '/platform/balances?state=FAILED',
  DISPUTES: '/platform/disputes?show=evidence',
  UNPAID_PLANS: '/platform/plans',
  FAILED_PLAN_REFUNDS: '/platform/plans',
  BELOW_ZERO: '/platform/balances?state=BELOW_ZERO',
  DIFFERENCES: '/platform/reconciliation',
  LOTS_WAITING: '/platform/lots?trust_level=NEW',
  RATINGS: '/platform/ratings',
  FAILED_JOBS: '/platform/jobs?state=GIVEN_UP',
  ERRORS: '/platform/errors?status=OPEN',
}

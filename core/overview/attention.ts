/** What can need a person in a lot. Each is a list, or a setting, that staff can open. */
export const attentionKinds = [
  'LOT_BLOCKED',
  'UNPAID_PLAN',
  'DISPUTES',
  'FAILED_PAYMENTS',
  'FAILED_REFUNDS',
  'PENDING_RESERVATIONS',
  'PROBLEMS',
  'OFFLINE_GATES',
  'JOIN_REQUESTS',
  'REFUNDS',
  'FINE_APPEALS',
  'OUTDATED_SIGNS',
  'PAYOUT_ACCOUNT',
  'LOT_REVIEW',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** What patrollers can work on. They don't see the others. */
export const patrolAttention: readonly AttentionKind[] = ['PROBLEMS', 'OFFLINE_GATES']

/** What can need a platform admin, by how much harm waiting does. Each is a list of the platform console. */
export const platformAttentionKinds = [
  'FAILED_PAYOUTS',
  'DISPUTES',
  'UNPAID_PLANS',
  'FAILED_PLAN_REFUNDS',
  'BELOW_ZERO',
  'DIFFERENCES',
  'LOTS_WAITING',
  'RATINGS',
  'FAILED_JOBS',
  'ERRORS',
] as const
export type PlatformAttentionKind = (typeof platformAttentionKinds)[number]

/** Orders by deadline, and without one by `kinds`, which begin with what does the most harm. */
export function byUrgency<Kind extends string, Item extends { kind: Kind; due_at: string | null }>(
  items: readonly Item[],
  kinds: readonly Kind[],
): Item[] {
  return items.toSorted(
    (a, b) =>
      Number(a.due_at === null) - Number(b.due_at === null) ||
      (a.due_at ?? '').localeCompare(b.due_at ?? '') ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
  )
}

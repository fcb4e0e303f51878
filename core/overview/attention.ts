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

/** How near a deadline is when it comes before all else: after it, nothing can be done any more. */
const NEAR_DEADLINE_MS = 3 * 24 * 3_600_000

/**
 * Orders what has a near or passed deadline first, and the rest by `kinds`, which begin with what does the most harm. A deadline weeks away
 * is not a reason to leave something worse without one below it.
 */
export function byUrgency<Kind extends string, Item extends { kind: Kind; due_at: string | null }>(
  items: readonly Item[],
  kinds: readonly Kind[],
  now: Date,
): Item[] {
  const near = new Date(now.getTime() + NEAR_DEADLINE_MS).toISOString()
  const isNear = ({ due_at }: Item) => due_at !== null && due_at <= near
  return items.toSorted(
    (a, b) =>
      Number(isNear(b)) - Number(isNear(a)) ||
      (isNear(a) ? (a.due_at ?? '').localeCompare(b.due_at ?? '') : 0) ||
      kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
  )
}

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

/** Orders by deadline, and without one by how much harm waiting does. */
export function byUrgency<Item extends { kind: AttentionKind; due_at: string | null }>(
  items: readonly Item[],
): Item[] {
  return items.toSorted(
    (a, b) =>
      Number(a.due_at === null) - Number(b.due_at === null) ||
      (a.due_at ?? '').localeCompare(b.due_at ?? '') ||
      attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind),
  )
}

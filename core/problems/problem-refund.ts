import { minutesOf } from '../time/instant.ts'

/** What the refund for a taken spot is computed from. Amounts are in minor units, instants in ISO 8601. */
export interface ProblemRefundInput {
  starts_at: string
  /** Null for a monthly reservation. */
  ends_at: string | null
  reported_at: string
  /** Until this many minutes after the start, everything is refunded. */
  full_refund_minutes: number
  /** What was paid and not refunded yet. */
  left_cents: number
  /** What canceling would refund now. */
  cancellation_cents: number
}

export type ProblemRefundRule = 'full' | 'rest'

/**
 * Returns the refund for a spot that someone else took: everything if it was reported early, and later the part of the
 * time from the report on, rounded up. Never less than canceling refunds, and never more than what is left.
 */
export function problemRefund(input: ProblemRefundInput): { rule: ProblemRefundRule; refund_cents: number } {
  const { left_cents, cancellation_cents } = input
  const starts = minutesOf(input.starts_at)
  const reported = minutesOf(input.reported_at)
  if (reported <= starts + input.full_refund_minutes) return { rule: 'full', refund_cents: left_cents }
  const least = Math.min(left_cents, cancellation_cents)
  // The month of a monthly reservation is prorated by the cancellation.
  if (input.ends_at === null) return { rule: 'rest', refund_cents: least }
  const all = Math.ceil(minutesOf(input.ends_at) - starts)
  const unused = Math.max(0, Math.ceil(minutesOf(input.ends_at) - reported))
  // BigInt, because cents times minutes may exceed the safe integer range.
  const part = Number((BigInt(left_cents) * BigInt(unused) + BigInt(all - 1)) / BigInt(all))
  return { rule: 'rest', refund_cents: Math.max(least, Math.min(left_cents, part)) }
}

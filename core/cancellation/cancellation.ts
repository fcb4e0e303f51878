import { isoOf, minutesOf } from '../time/instant.ts'
import { begunLocalDays } from '../time/zone.ts'

/**
 * Calculates the refund for a cancellation. The functions are pure and take the moment as a parameter, so the preview
 * and the actual cancellation give the same result.
 */

/**
 * Refunds are full until this many minutes after the start unless the lot sets another value; negative means before the
 * start.
 */
export const DEFAULT_CANCEL_UNTIL_MINUTES = 15

export type CancellationInput = {
  /** The lot's IANA time zone, which defines the local days. */
  zone: string
  /** Start of the reservation as an ISO 8601 instant, like all instants here. */
  starts_at: string
  /** Null for an open-ended monthly reservation. */
  ends_at: string | null
  /** The moment of the cancellation. */
  now: string
  /** Paid for the reservation, or for the period below, in minor units including fees. */
  paid_cents: number
  /** Amount already refunded for any reason. */
  refunded_cents: number
  /** The lot's setting; 15 if absent. */
  cancel_until_minutes_after_start?: number
  /** For a monthly reservation: the paid month that contains `now` or is still to come. */
  period?: { starts_at: string; ends_at: string }
}

export type CancellationRule = 'before_deadline' | 'after_deadline' | 'monthly_prorated'

export type CancellationLine = {
  kind: 'PAID' | 'ALREADY_REFUNDED' | 'USED_DAYS' | 'KEPT'
  /** Negative for a deduction; the lines add up to the refund. */
  amount_cents: number
  params: Readonly<Record<string, string | number>>
}

export type CancellationPreview = {
  rule: CancellationRule
  /** The values behind the rule, for the screen to format: the setting, days used and unused, minutes unused. */
  params: Readonly<Record<string, string | number>>
  lines: CancellationLine[]
  refund_cents: number
  /** Amount that stays paid after the refund. */
  kept_cents: number
  /** Deadline for a full refund. */
  deadline_at: string
}

/**
 * Returns the refund if a reservation is canceled at `now`, in minor units. Up to and including the deadline,
 * everything that remains is refunded. After it, a fixed reservation gets nothing, and its unused minutes are reported;
 * a monthly one gets its unused local days, rounded down, and a started day counts as used. The refund is never more
 * than what is still paid and never negative.
 * @throws RangeError for amounts that are fractional or negative, unreadable instants, an unknown zone, or a monthly
 * reservation without its paid period
 */
export function previewCancellation(input: CancellationInput): CancellationPreview {
  const { paid_cents, refunded_cents } = input
  for (const cents of [paid_cents, refunded_cents]) {
    if (!Number.isSafeInteger(cents) || cents < 0)
      throw new RangeError(`Not an amount paid or refunded: ${cents}`)
  }
  const minutes = input.cancel_until_minutes_after_start ?? DEFAULT_CANCEL_UNTIL_MINUTES
  const deadline = minutesOf(input.starts_at) + minutes
  const setting = { cancel_until_minutes_after_start: minutes }
  const paid: CancellationLine[] = [{ kind: 'PAID', amount_cents: paid_cents, params: {} }]
  if (refunded_cents > 0) paid.push({ kind: 'ALREADY_REFUNDED', amount_cents: -refunded_cents, params: {} })
  const made = { lines: paid, deadline_at: isoOf(deadline) }

  if (minutesOf(input.now) <= deadline) return finish(made, 'before_deadline', setting, null)
  if (input.ends_at === null) return prorated(input, made, setting)
  const unused = Math.max(0, Math.floor(minutesOf(input.ends_at) - minutesOf(input.now)))
  const params = { ...setting, unused_minutes: unused }
  return finish(made, 'after_deadline', params, { kind: 'KEPT', amount_cents: -paid_cents, params })
}

type Made = { lines: CancellationLine[]; deadline_at: string }
type Params = Readonly<Record<string, string | number>>

function prorated(input: CancellationInput, made: Made, setting: Params): CancellationPreview {
  if (!input.period)
    throw new RangeError('A monthly reservation is canceled within a paid period, but none was given')
  const starts = minutesOf(input.period.starts_at)
  const all = begunLocalDays(input.zone, starts, minutesOf(input.period.ends_at))
  if (all === 0) throw new RangeError('The paid period has no length')
  const used = Math.min(all, begunLocalDays(input.zone, starts, minutesOf(input.now)))
  // Rounding the kept amount up rounds the refund down. BigInt because cents times days may exceed the safe integer
  // range.
  const kept = Number((BigInt(input.paid_cents) * BigInt(used) + BigInt(all - 1)) / BigInt(all))
  const params = { ...setting, used_days: used, all_days: all, unused_days: all - used }
  const line: CancellationLine = { kind: 'USED_DAYS', amount_cents: -kept, params }
  return finish(made, 'monthly_prorated', params, line)
}

/** Subtracts the kept amount, but at most what remains, because an earlier refund may already include some of it. */
function finish(
  made: Made,
  rule: CancellationRule,
  params: Params,
  kept: CancellationLine | null,
): CancellationPreview {
  const left = made.lines.reduce((sum, line) => sum + line.amount_cents, 0)
  const lines = [...made.lines]
  if (left < 0) throw new RangeError('More was refunded than paid')
  const taken = Math.min(left, -(kept?.amount_cents ?? 0))
  if (kept && taken > 0) lines.push({ ...kept, amount_cents: -taken })
  const refund = left - taken
  return {
    rule,
    params,
    lines,
    refund_cents: refund,
    kept_cents: left - refund,
    deadline_at: made.deadline_at,
  }
}

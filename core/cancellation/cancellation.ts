import { isoOf, minutesOf } from '../time/instant.ts'
import { begunLocalDays } from '../time/zone.ts'

/**
 * What a cancellation gives back, shown before it is agreed to (design/domain.md, "Reservation": defaults). Pure:
 * the moment is a parameter, so the preview and the deed come from one function.
 */

/** "Cancel until the start plus 15 minutes", unless the lot says otherwise; negative means before the start. */
export const DEFAULT_CANCEL_UNTIL_MINUTES = 15

export type CancellationInput = {
  /** The lot's IANA zone: it decides what a day is. */
  zone: string
  /** ISO 8601, as are all instants here. When the stay began or will begin. */
  starts_at: string
  /** Null for a monthly stay without an end, which is the flexible kind. */
  ends_at: string | null
  /** The moment of cancelling. */
  now: string
  /** Paid for the stay, or for the period below, in whole cents, fees included. */
  paid_cents: number
  /** Given back already, by whatever cause. */
  refunded_cents: number
  /** The lot's setting; 15 when absent. */
  cancel_until_minutes_after_start?: number
  /** For a monthly stay: the paid month in which the moment lies, or which is still to come. */
  period?: { starts_at: string; ends_at: string }
}

export type CancellationRule = 'before_deadline' | 'after_deadline' | 'monthly_prorated'

export type CancellationLine = {
  kind: 'PAID' | 'ALREADY_REFUNDED' | 'USED_DAYS' | 'KEPT'
  /** Negative for what is taken off; the lines sum to the refund. */
  amount_cents: number
  params: Readonly<Record<string, string | number>>
}

export type CancellationPreview = {
  rule: CancellationRule
  /** What the rule said, for the screen to word: the setting, days used and unused, minutes unused. */
  params: Readonly<Record<string, string | number>>
  lines: CancellationLine[]
  refund_cents: number
  /** What stays paid once the refund is made. */
  kept_cents: number
  /** Until when everything comes back. */
  deadline_at: string
}

/**
 * The refund if a stay is cancelled now. Up to and including the deadline everything that is left comes back. Later
 * a fixed stay gives nothing back, and what remains of it is stated; a monthly one gives back its unused local days,
 * the begun one counting as used, rounded down. Never more than is still paid, never below zero.
 * @throws RangeError for amounts that are not whole or negative, unreadable instants, an unknown zone, or a monthly
 *   stay without its paid period
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
  if (!input.period) throw new RangeError('A monthly stay is cancelled within a paid period; none was given')
  const starts = minutesOf(input.period.starts_at)
  const all = begunLocalDays(input.zone, starts, minutesOf(input.period.ends_at))
  if (all === 0) throw new RangeError('The paid period has no length')
  const used = Math.min(all, begunLocalDays(input.zone, starts, minutesOf(input.now)))
  // Kept rounded up is given back rounded down. BigInt, since cents times days may leave the exact range.
  const kept = Number((BigInt(input.paid_cents) * BigInt(used) + BigInt(all - 1)) / BigInt(all))
  const params = { ...setting, used_days: used, all_days: all, unused_days: all - used }
  const line: CancellationLine = { kind: 'USED_DAYS', amount_cents: -kept, params }
  return finish(made, 'monthly_prorated', params, line)
}

/** Takes off what is kept, yet never more than is left: an earlier refund may have given back some of it already. */
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

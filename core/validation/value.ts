import type { ValidationDiscount } from './enums.ts'

/** What an option gives: exactly one of amount, percentage, and time, as `discount` says. Amounts are in minor units. */
export interface Discount {
  discount: ValidationDiscount
  amount_cents: number | null
  percent: number | null
  minutes: number | null
  /** The most that one validation gives. */
  max_cents: number | null
}

/**
 * Returns what a discount gives of a paid amount, in minor units and rounded down. A discount of time gives its part of
 * the parking. The database calculates the same (`validation_value`).
 */
export function validationValue(of: Discount, paid_cents: number, parked_minutes: number): number {
  const given =
    of.discount === 'AMOUNT'
      ? (of.amount_cents ?? 0)
      : of.discount === 'PERCENT'
        ? partOf(paid_cents, of.percent ?? 0, 100)
        : partOf(paid_cents, Math.min(of.minutes ?? 0, parked_minutes), Math.max(parked_minutes, 1))
  return Math.max(0, Math.min(given, paid_cents, of.max_cents ?? given))
}

/**
 * Returns how much of a refund the driver already has from a validation, because it gave a part of the price that is
 * refunded now: the value of the validation minus what it gives of the rest. `paid_cents` is what the driver paid and did
 * not get back other than by the validation. The database decides with the same calculation (`reduce_validation`).
 */
export function refundedByValidation(
  of: Discount & { value_cents: number },
  refund_cents: number,
  paid_cents: number,
  parked_minutes: number,
): number {
  const rest = validationValue(of, paid_cents - refund_cents, parked_minutes)
  const { value_cents } = of
  return value_cents - Math.max(Math.min(rest, value_cents), value_cents - refund_cents, 0)
}

/** BigInt because cents times minutes may exceed the safe integer range. */
const partOf = (cents: number, part: number, whole: number): number =>
  Number((BigInt(cents) * BigInt(part)) / BigInt(whole))

import type { BacktestDifference, BacktestReport } from '@openspot/contract/booking/rule-sets.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { clockText } from '@/lib/clock-text.ts'
import { seenName } from '@/lib/seen-name.ts'
import { moneyText } from '@/ui/money.tsx'

const csvColumns = [
  'reservation_id',
  'driver',
  'starts_at',
  'ends_at',
  'kind',
  'rule',
  'before',
  'after',
  'currency',
  'message',
] as const

export const sorts = ['newest', 'largest'] as const
export type Sort = (typeof sorts)[number]

/** Formats a change: "+$4.00", "-$4.00", "$0.00". */
export const changeText = (t: Translate, cents: number, currency: string): string =>
  `${cents > 0 ? '+' : ''}${moneyText(t, cents, currency)}`

/** Returns the change of a booking's revenue; a refused one brings nothing. */
export const changeOf = ({ before_cents, after_cents }: BacktestDifference): number =>
  (after_cents ?? 0) - (before_cents ?? 0)

/** Returns the differences of some kinds (all if none is given) in order. */
export function toDifferenceRows(
  differences: readonly BacktestDifference[],
  kinds: readonly BacktestDifference['kind'][],
  sort: Sort,
): BacktestDifference[] {
  const shown = differences.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
  if (sort === 'newest') return shown
  return shown.toSorted((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)))
}

/** Returns the differences as CSV rows with a header. */
export function differenceRows(
  t: Translate,
  differences: readonly BacktestDifference[],
  { currency }: Pick<BacktestReport, 'currency'>,
  zone: string,
): string[][] {
  const amount = (cents: number | null) => (cents === null ? '' : decimalOf(cents, currency))
  return [
    csvColumns.map((name) => t(`csv.columns.${name}`)),
    ...differences.map((one) => [
      one.reservation_id,
      seenName(t, one.driver),
      clockText(one.starts_at, zone),
      clockText(one.ends_at, zone),
      t(`rehearsal.kinds.${one.kind}`),
      one.rule ?? '',
      amount(one.before_cents),
      amount(one.after_cents),
      currency,
      one.message,
    ]),
  ]
}

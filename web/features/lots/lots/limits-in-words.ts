import type { BookingLimits } from '@openspot/contract/lots/lots.ts'
import { formatDuration } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { listText, percentText } from '@/ui/figures.ts'

/** A monthly reservation has no end, so it is a long one and exceeds every maximum length. */
export const isMonthlyAllowed = (limits: BookingLimits | null): boolean =>
  limits === null || (limits.rules.max_duration_minutes === null && limits.rules.max_long_reservations !== 0)

/** Returns the limits of a lot as sentences for drivers; empty if there are none. */
export function limitsInWords(
  t: Translate,
  { rules, zone_names, long_term_days: days, is_of_group }: BookingLimits,
): string[] {
  const said = <T>(value: T | null, text: (value: T) => string): string[] =>
    value === null ? [] : [text(value)]
  const length = (minutes: number) => formatDuration(minutes, localeOf(t))
  const isCounted =
    rules.max_hours !== null || rules.max_short_reservations !== null || rules.max_long_reservations !== null
  return [
    ...said(rules.min_duration_minutes, (minutes) => t('lot.limits.least', { length: length(minutes) })),
    ...said(rules.max_duration_minutes, (minutes) => t('lot.limits.most', { length: length(minutes) })),
    ...said(rules.max_ahead_days, (ahead) => t('lot.limits.ahead', { days: ahead })),
    ...said(rules.max_short_reservations, (count) => t('lot.limits.short', { count, days })),
    ...said(rules.max_long_reservations, (count) => t('lot.limits.long', { count, days })),
    ...said(rules.max_hours, ({ hours, per }) => t(`lot.limits.hours.${per}`, { hours })),
    ...(isCounted && is_of_group ? [t('lot.limits.ofGroup')] : []),
    ...said(rules.spot_types, (types) =>
      t('lot.limits.types', {
        names: listText(
          t,
          types.map((type) => t(`spot.types.${type}`)),
        ),
      }),
    ),
    ...(rules.zone_ids !== null && zone_names.length > 0
      ? [t('lot.limits.zones', { names: listText(t, zone_names) })]
      : []),
    ...rules.nth_spot_prices
      .filter(({ percent_bps }) => percent_bps !== 0)
      .map(({ nth, percent_bps }) =>
        t(percent_bps < 0 ? 'lot.limits.nthLess' : 'lot.limits.nthMore', {
          nth,
          percent: percentText(t, Math.abs(percent_bps)),
        }),
      ),
  ]
}

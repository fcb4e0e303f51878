import type { GuidanceHour, GuidanceSuggestion } from '@openspot/contract/booking/price-guidance.ts'
import { BUSY_BPS, MIN_WEEKS, QUIET_BPS } from '@openspot/core/price-guidance/limits.ts'
import { formatClock } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { percentText } from '@/ui/figures.ts'
import { moneyText } from '@/ui/money.tsx'

/** Formats a share as a whole percentage: "94%". */
export const shareText = (t: Translate, bps: number | null): string =>
  bps === null ? '–' : percentText(t, Math.round(bps / 100) * 100)

/** The shares above and below which another price is suggested. */
export const bandOf = (t: Translate) => ({ busy: shareText(t, BUSY_BPS), quiet: shareText(t, QUIET_BPS) })

/** Formats the hours of a suggestion: "Friday, 5:00 PM – 9:00 PM". */
export function whenText(t: Translate, { weekday, from_hour, until_hour }: GuidanceSuggestion): string {
  return t('priceGuidance.suggestions.when', {
    day: t(`when.days.${weekday}`),
    from: formatClock(from_hour * 60, localeOf(t)),
    until: formatClock((until_hour % 24) * 60, localeOf(t)),
  })
}

/** Formats the current and the suggested price. */
export const pricesText = (
  t: Translate,
  { current_cents, suggested_cents }: GuidanceSuggestion,
  currency: string,
): string =>
  t('priceGuidance.suggestions.prices', {
    current: moneyText(t, current_cents, currency),
    suggested: moneyText(t, suggested_cents, currency),
  })

/** Explains a suggestion: how full its hours were, and how full others are at that price. */
export function whyText(t: Translate, of: GuidanceSuggestion, currency: string): string {
  const { reason, occupancy_bps, weeks, suggested_cents, similar } = of
  const price = moneyText(t, suggested_cents, currency)
  const facts = { occupancy: shareText(t, occupancy_bps), weeks, ...bandOf(t) }
  const others = similar
    ? t('priceGuidance.suggestions.similar', {
        hours: similar.hours,
        price,
        occupancy: shareText(t, similar.occupancy_bps),
      })
    : t('priceGuidance.suggestions.noSimilar', { price })
  return `${t(`priceGuidance.suggestions.${reason}`, facts)} ${others}`
}

/** Says what guidance found about an hour. */
export const reasonText = (t: Translate, { reason }: Pick<GuidanceHour, 'reason'>): string =>
  t(`priceGuidance.week.reasons.${reason}`, { ...bandOf(t), weeks: MIN_WEEKS })

/** Names a suggestion, for choosing it. */
export const suggestionKey = ({ weekday, from_hour }: GuidanceSuggestion): string => `${weekday} ${from_hour}`

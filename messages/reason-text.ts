import { type Weekday, weekdays } from '@openspot/core/enums.ts'
import { decimalOf, exponentOf } from '@openspot/core/money/money.ts'
import type { Reason } from '@openspot/core/reasons.ts'
import { formatClock, formatDuration, formatLocalDate } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from './translate.ts'

/** Writes a reason of core in the reader's language: what is wrong, with its numbers, then what to do. */
export function reasonText(t: Translate, reason: Reason): string {
  const locale = localeOf(t)
  const length = (minutes: number) => formatDuration(minutes, locale)
  switch (reason.code) {
    case 'too_many_short':
    case 'too_many_long':
    case 'no_short':
    case 'no_long': {
      const { days } = reason
      if (reason.code === 'no_short' || reason.code === 'no_long')
        return t(`reasons.${reason.code}`, { days })
      return t(`reasons.${reason.code}`, { max: reason.max, held: reason.held, days })
    }
    case 'too_short':
      return t('reasons.too_short', { min: length(reason.min_minutes), length: length(reason.minutes) })
    case 'too_long':
      return t('reasons.too_long', { max: length(reason.max_minutes), length: length(reason.minutes) })
    case 'no_end':
      return t('reasons.no_end', { max: length(reason.max_minutes) })
    case 'not_today':
      return t('reasons.not_today', { days: reason.days })
    case 'too_far_ahead':
      return t('reasons.too_far_ahead', { max: reason.max, days: reason.days })
    case 'too_many_hours':
      return t(`reasons.too_many_hours.${reason.per}`, {
        hours: formatHours(reason.hours, locale),
        total: length(reason.parked_minutes),
        when: formatLocalDate(reason.first_day, locale, reason.per === 'MONTH' ? 'month' : 'day'),
      })
    case 'wrong_type':
      return t('reasons.wrong_type', {
        types: listOf(
          reason.types.map((type) => t(`spot.types.${type}`)),
          locale,
        ),
        type: t(`spot.types.${reason.type}`),
      })
    case 'wrong_zone':
      return t('reasons.wrong_zone', { zones: reason.zones })
    case 'lengths_reversed':
      return t('reasons.lengths_reversed', { min: reason.min, max: reason.max })
    case 'two_prices':
      return t('reasons.two_prices', { nth: reason.nth })
    case 'zone_unknown':
      return t('reasons.zone_unknown', { zone: reason.zone })
    case 'currency_unknown':
      return t('reasons.currency_unknown', { currency: reason.currency })
    case 'instant_unreadable':
      return t('reasons.instant_unreadable', { instant: reason.instant })
    case 'amount_wrong':
      return t('reasons.amount_wrong', { field: reason.field })
    case 'amount_out_of_range':
      return t('reasons.amount_out_of_range', { max: reason.max })
    case 'too_many_hours_of_day':
      return t('reasons.too_many_hours_of_day', { day: dayName(reason.day, locale), max: reason.max })
    case 'hours_invalid':
      return t('reasons.hours_invalid', {
        day: dayName(reason.day, locale),
        opens: reason.opens,
        closes: reason.closes,
      })
    case 'hours_overlap':
      return t('reasons.hours_overlap', {
        day: dayName(reason.first.day, locale),
        opens: formatClock(reason.first.opens, locale),
        closes: formatClock(reason.first.closes, locale),
        other_day: dayName(reason.second.day, locale),
        other_opens: formatClock(reason.second.opens, locale),
        other_closes: formatClock(reason.second.closes, locale),
      })
    case 'label_too_long':
      return t('reasons.label_too_long', { label: reason.label, max: reason.max })
    case 'label_twice':
      return t('reasons.label_twice', { label: reason.label })
    case 'too_many_labels':
      return t('reasons.too_many_labels', { max: reason.max })
    case 'range_incomplete':
    case 'range_mixed':
    case 'range_descending':
      return t(`reasons.${reason.code}`, { range: reason.range })
    case 'money_unreadable':
      return t('reasons.money_unreadable', { example: exampleOf(reason.currency) })
    case 'money_no_decimals':
      return t('reasons.money_no_decimals', { currency: reason.currency })
    case 'money_too_many_decimals':
      return t('reasons.money_too_many_decimals', { currency: reason.currency, max: reason.max })
    default:
      return t(`reasons.${reason.code}`)
  }
}

/** An amount as it is typed: "12.50", or "2000" in a currency without decimals. */
const exampleOf = (currency: string): string =>
  exponentOf(currency) === 0 ? '2000' : decimalOf(125 * 10 ** (exponentOf(currency) - 1), currency)

const formatHours = (hours: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'short' }).format(hours)

const listOf = (parts: string[], locale: string): string =>
  new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(parts)

/** January 5, 1970, was a Monday. */
const dayName = (day: Weekday, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    (4 + weekdays.indexOf(day)) * 86_400_000,
  )

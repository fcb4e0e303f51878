import type { CalendarPrice, Zone } from '@openspot/contract/booking/prices.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { occurrences } from '@openspot/core/recurrence/recurrence.ts'
import type { TimeFormat } from '@openspot/core/time/format.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { clockText } from '@/lib/clock-text.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import type { ShownValue } from '@/ui/edit-conflict.tsx'
import { listText, percentText } from '@/ui/figures.ts'
import { moneyText } from '@/ui/money.tsx'
import { recurrenceText } from '@/ui/recurrence-text.ts'
import { type PriceDraft, readChange } from './price-draft.ts'

/** Formats a change: "25% more", "$1.00 less". */
export function changeText(
  t: Translate,
  { percent_bps, amount_cents }: Pick<CalendarPrice, 'percent_bps' | 'amount_cents'>,
  currency: string,
): string {
  if (percent_bps !== null) {
    const percent = percentText(t, Math.abs(percent_bps))
    return percent_bps < 0
      ? t('prices.calendar.percentLess', { percent })
      : t('prices.calendar.percentMore', { percent })
  }
  const cents = amount_cents ?? 0
  const amount = moneyText(t, Math.abs(cents), currency)
  return cents < 0 ? t('prices.calendar.amountLess', { amount }) : t('prices.calendar.amountMore', { amount })
}

/** Returns the lengths that a price applies to. */
export const unitsText = (t: Translate, { units }: Pick<CalendarPrice, 'units'>): string =>
  units === null
    ? t('prices.calendar.allUnits')
    : listText(
        t,
        units.map((unit) => t(`prices.units.${unit}`)),
      )

/** Returns the zones that a price applies to, including deleted ones. */
export function zonesText(
  t: Translate,
  { zone_ids }: Pick<CalendarPrice, 'zone_ids'>,
  zones: readonly Zone[],
): string {
  if (zone_ids === null) return t('prices.calendar.allZones')
  return listText(
    t,
    zone_ids.map((id) => zones.find((zone) => zone.id === id)?.name ?? t('prices.calendar.goneZone')),
  )
}

/** Returns what is edited about a price, with its labels. */
export function shownPrice(
  t: Translate,
  draft: PriceDraft,
  { lot, zones, timeFormat }: { lot: ConsoleLot; zones: readonly Zone[]; timeFormat: TimeFormat },
): ShownValue[] {
  const change = readChange(t, draft, lot.currency)
  const units = draft.units.length === 0 ? null : draft.units
  const zone_ids = draft.zone_ids.length === 0 ? null : draft.zone_ids
  return [
    [t('csv.columns.name'), draft.name],
    [t('prices.calendar.columns.change'), change ? changeText(t, change, lot.currency) : ''],
    [t('csv.columns.units'), unitsText(t, { units })],
    [t('csv.columns.zones'), zonesText(t, { zone_ids }, zones)],
    [t('prices.calendar.columns.when'), recurrenceText(t, draft.recurrence, timeFormat)],
    [t('csv.columns.is_published'), draft.is_published ? t('csv.yes') : t('csv.no')],
  ]
}

/** Whether the last period of a price has ended. */
export function isOver(price: CalendarPrice, zone: string, now: string): boolean {
  const at = minutesOf(now)
  const { ends_at, repeat_frequency, until_on } = price
  if (repeat_frequency === 'NEVER') return ends_at !== null && minutesOf(ends_at) <= at
  if (until_on === null || plusLocalDays(zone, startOfDate(zone, until_on), 1) > at) return false
  return occurrences(zone, price, at, at + 1).length === 0
}

/** Returns the prices as CSV rows with a header. */
export function priceRows(
  t: Translate,
  prices: readonly CalendarPrice[],
  zones: readonly Zone[],
  { time_zone, currency }: Pick<ConsoleLot, 'time_zone' | 'currency'>,
): string[][] {
  return [
    [
      t('csv.columns.id'),
      t('csv.columns.name'),
      t('csv.columns.starts_at'),
      t('csv.columns.ends_at'),
      t('csv.columns.repeat_frequency'),
      t('csv.columns.weekdays'),
      t('csv.columns.until_on'),
      t('csv.columns.percent'),
      t('csv.columns.amount'),
      t('csv.columns.currency'),
      t('csv.columns.units'),
      t('csv.columns.zones'),
      t('csv.columns.is_published'),
      t('csv.columns.created_by'),
    ],
    ...prices.map((price) => [
      price.id,
      price.name,
      clockText(price.starts_at, time_zone),
      clockText(price.ends_at, time_zone),
      t(`recurrence.frequencies.${price.repeat_frequency}`),
      price.weekdays.join(' '),
      price.until_on ?? '',
      price.percent_bps === null ? '' : String(price.percent_bps / 100),
      price.amount_cents === null ? '' : decimalOf(price.amount_cents, currency),
      currency,
      price.units?.join(' ') ?? '',
      price.zone_ids === null ? '' : zonesText(t, price, zones),
      price.is_published ? t('csv.yes') : t('csv.no'),
      price.created_by ?? '',
    ]),
  ]
}

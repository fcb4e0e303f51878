import type { CalendarPrice } from '@openspot/contract/booking/prices.ts'
import { type QuoteUnit, quoteUnits } from '@openspot/core/quote/types.ts'
import { type Recurrence, recurrenceFault } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { percentDraft, readPercent } from '@/ui/percent-field.tsx'

/** A calendar price as edited in the form. */
export interface PriceDraft {
  name: string
  recurrence: Recurrence
  /** Higher or lower, because the fields have no sign. */
  way: 'MORE' | 'LESS'
  by: 'PERCENT' | 'AMOUNT'
  percent: string
  amount: string
  /** Empty means all, as with zones. */
  units: QuoteUnit[]
  zone_ids: string[]
  is_published: boolean
}

/** Returns the draft of an existing price, or of a new one for all of tomorrow. */
export function priceDraft(
  t: Translate,
  lot: Pick<ConsoleLot, 'time_zone' | 'currency'>,
  now: string,
  former: CalendarPrice | null,
): PriceDraft {
  const { time_zone, currency } = lot
  if (!former) {
    const tomorrow = plusLocalDays(time_zone, startOfLocalDay(time_zone, minutesOf(now)), 1)
    return {
      name: '',
      recurrence: {
        starts_at: isoOf(tomorrow),
        ends_at: isoOf(plusLocalDays(time_zone, tomorrow, 1)),
        repeat_frequency: 'NEVER',
        weekdays: [],
        until_on: null,
      },
      way: 'MORE',
      by: 'PERCENT',
      percent: '',
      amount: '',
      units: [],
      zone_ids: [],
      is_published: false,
    }
  }
  const { starts_at, ends_at, repeat_frequency, weekdays, until_on, percent_bps, amount_cents } = former
  return {
    name: former.name,
    recurrence: { starts_at, ends_at, repeat_frequency, weekdays, until_on },
    way: (percent_bps ?? amount_cents ?? 0) < 0 ? 'LESS' : 'MORE',
    by: amount_cents === null ? 'PERCENT' : 'AMOUNT',
    percent: percentDraft(t, percent_bps),
    amount: moneyDraft(t, amount_cents === null ? null : Math.abs(amount_cents), currency),
    units: former.units ?? [],
    zone_ids: former.zone_ids ?? [],
    is_published: former.is_published,
  }
}

/** Returns the change as request fields; null while it is invalid or changes nothing. */
export function readChange(
  t: Translate,
  { way, by, percent, amount }: Pick<PriceDraft, 'way' | 'by' | 'percent' | 'amount'>,
  currency: string,
): Pick<CalendarPrice, 'percent_bps' | 'amount_cents'> | null {
  const sign = way === 'LESS' ? -1 : 1
  if (by === 'PERCENT') {
    const bps = readPercent(percent)
    return bps ? { percent_bps: sign * bps, amount_cents: null } : null
  }
  const read = readMoney(t, amount, currency)
  return read.ok && read.cents && read.cents > 0
    ? { percent_bps: null, amount_cents: sign * read.cents }
    : null
}

/** Returns the complete request body; null while something is invalid. */
export function priceBody(t: Translate, draft: PriceDraft, lot: Pick<ConsoleLot, 'time_zone' | 'currency'>) {
  const change = readChange(t, draft, lot.currency)
  const name = draft.name.trim()
  if (!change || name === '' || recurrenceFault(lot.time_zone, draft.recurrence)) return null
  const { starts_at, ends_at, repeat_frequency, weekdays, until_on } = draft.recurrence
  const isAll = draft.units.length === 0 || draft.units.length === quoteUnits.length
  return {
    name,
    starts_at,
    ends_at,
    repeat_frequency,
    weekdays: [...weekdays],
    until_on,
    ...change,
    units: isAll ? null : draft.units,
    zone_ids: draft.zone_ids.length === 0 ? null : draft.zone_ids,
    is_published: draft.is_published,
  }
}

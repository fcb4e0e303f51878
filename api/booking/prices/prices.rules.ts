import type { PricePeriod, CalendarPrice as ShownPrice } from '@openspot/contract/booking/prices.ts'
import { calendarPeriods, calendarPriceFault } from '@openspot/core/prices/calendar-prices.ts'
import type { QuoteUnit } from '@openspot/core/quote/types.ts'
import type { Recurrence, Span } from '@openspot/core/recurrence/recurrence.ts'
import { findMinutesOf, MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'
import { readName } from '../../names.ts'
import { changedRecurrence, type RecurrenceInput, readRecurrence } from '../availability/recurrence.rules.ts'
import type { PriceRow } from './prices.sql.ts'

const maxDays = 366

/** A calendar price as a request sends it. */
export interface PriceInput extends RecurrenceInput {
  name: string
  percent_bps?: number | null
  amount_cents?: number | null
  units?: QuoteUnit[] | null
  zone_ids?: string[] | null
  is_published?: boolean
}

/** A validated calendar price. Its zones must still be checked against the lot. */
export interface ReadPrice extends Recurrence {
  ends_at: string
  name: string
  percent_bps: number | null
  amount_cents: number | null
  units: QuoteUnit[] | null
  zone_ids: string[] | null
  is_published: boolean
}

/** Parses a calendar price. Throws `request_invalid` on the field at fault. */
export function readPrice(zone: string, requested: PriceInput, now: Date): ReadPrice {
  const recurrence = readRecurrence(zone, requested, now)
  const { ends_at } = recurrence
  if (ends_at === null) {
    return refuse('request_invalid', {
      field: 'ends_at',
      message: (t) => t('apiErrors.prices.endMissing'),
    })
  }
  const {
    percent_bps = null,
    amount_cents = null,
    units = null,
    zone_ids = null,
    is_published = true,
  } = requested
  const fault = calendarPriceFault({ percent_bps, amount_cents })
  if (fault) refuse('request_invalid', { field: fault.field, message: (t) => reasonText(t, fault.reason) })
  const name = readName(requested.name, 80)
  return { ...recurrence, ends_at, name, percent_bps, amount_cents, units, zone_ids, is_published }
}

/** Merges a patch into a calendar price. A percentage replaces an amount, and the other way around. */
export function changedPrice(old: PriceRow, patch: Partial<PriceInput>): PriceInput {
  const { name, percent_bps, amount_cents, units, zone_ids, is_published } = { ...old, ...patch }
  const isNow = (other: 'percent_bps' | 'amount_cents') => typeof patch[other] === 'number'
  return {
    ...changedRecurrence(old, patch),
    name,
    percent_bps: patch.percent_bps === undefined && isNow('amount_cents') ? null : percent_bps,
    amount_cents: patch.amount_cents === undefined && isNow('percent_bps') ? null : amount_cents,
    units,
    zone_ids,
    is_published,
  }
}

export function toPrice(row: PriceRow): ShownPrice {
  return { ...row, weekdays: [...row.weekdays] }
}

/** Returns the queried days in the lot's time zone, from the first up to and excluding the last. */
export function readDays(zone: string, days: { from: string; to: string }): Span {
  const from = readDay(zone, days.from, 'from')
  const to = readDay(zone, days.to, 'to')
  if (to <= from) {
    const message: Message = (t) => t('apiErrors.prices.lastDay')
    refuse('request_invalid', { field: 'to', message })
  }
  // Rounded, because some days have 23 or 25 hours.
  if (Math.round((to - from) / MINUTES_PER_DAY) > maxDays) {
    refuse('request_invalid', {
      field: 'to',
      message: (t) => t('apiErrors.time.rangeTooLong', { days: maxDays }),
    })
  }
  return { from, to }
}

function readDay(zone: string, date: string, field: string): number {
  if (findMinutesOf(`${date}T00:00Z`) === null || date < '2000' || date >= '2200') {
    refuse('request_invalid', { field, message: (t) => t('apiErrors.time.invalidDate') })
  }
  return startOfDate(zone, date)
}

/** Expands the prices into periods that overlap an interval. */
export function periodsOf(zone: string, prices: readonly PriceRow[], { from, to }: Span): PricePeriod[] {
  const published = new Map(prices.map(({ id, is_published }) => [id, is_published]))
  return calendarPeriods(zone, prices, from, to).map(({ id, ...period }) => {
    return { price_id: id, ...period, is_published: published.get(id) ?? false }
  })
}

import type { Availability } from '@openspot/contract/booking/availability.ts'
import { closedSpans, type SpotAvailabilityInput } from '@openspot/core/availability/availability.ts'
import { formatMoney, shareOf } from '@openspot/core/money/money.ts'
import type { QuoteRates } from '@openspot/core/quote/types.ts'
import { type Span, subtractSpans, touches } from '@openspot/core/recurrence/recurrence.ts'
import { MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { localeOf, type Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'
import type { AvailabilityRuleRow, LiveReservation } from './availability.sql.ts'
import { closedFrom } from './calendar.rules.ts'
import { endOf, minuteOf } from './moments.rules.ts'

/** Rates in minor units as a request sends them: a rate that is left out is not offered. */
export type Rates = Partial<QuoteRates>

const units = ['half_hour_cents', 'hour_cents', 'day_cents', 'month_cents'] as const

export function rateColumns(rates: Rates | null | undefined): QuoteRates {
  const { half_hour_cents = null, hour_cents = null, day_cents = null, month_cents = null } = rates ?? {}
  return { half_hour_cents, hour_cents, day_cents, month_cents }
}

export const noteColumn = (note: string | null | undefined) => note?.trim() || null

export const setsAny = (rates: QuoteRates) => units.some((unit) => rates[unit] !== null)

/** Maps a row to an availability rule as its assignee and staff see it. */
export function toAvailability(row: AvailabilityRuleRow): Availability {
  const {
    id,
    lot_id,
    spot_id,
    zone_id,
    kind,
    starts_at,
    ends_at,
    repeat_frequency,
    until_on,
    note,
    version,
  } = row
  return {
    id,
    lot_id,
    spot_id,
    zone_id,
    kind,
    starts_at,
    ends_at,
    repeat_frequency,
    weekdays: [...row.weekdays],
    until_on,
    rates: setsAny(row) ? rateColumns(row) : null,
    note,
    version,
  }
}

/** The lot settings that bound a host's own rates, in basis points of the usual price. */
export interface HostBounds {
  currency: string
  host_rate_min_bps: number
  host_rate_max_bps: number
}

/**
 * Throws `request_invalid` if a host's rate is outside the bounds around the usual price, or if the spot does not offer
 * that rate at all.
 */
export function checkHostRates(rates: Rates, usual: QuoteRates, bounds: HostBounds): void {
  for (const unit of units) {
    const cents = rates[unit] ?? null
    if (cents === null) continue
    const field = `rates.${unit}`
    const base = usual[unit]
    if (base === null) {
      refuse('request_invalid', {
        field,
        message: (t) => t('apiErrors.availability.noSuchRate'),
      })
    }
    const least = shareOf(base, bounds.host_rate_min_bps, 'ceil')
    const most = shareOf(base, bounds.host_rate_max_bps, 'floor')
    if (cents < least || cents > most) {
      const message: Message = (t) =>
        t('apiErrors.availability.hostRates', {
          min: formatMoney(least, bounds.currency, localeOf(t)),
          max: formatMoney(most, bounds.currency, localeOf(t)),
        })
      refuse('request_invalid', { field, message, details: { least_cents: least, most_cents: most } })
    }
  }
}

const spanOf = (reservation: LiveReservation): Span => ({
  from: minutesOf(reservation.starts_at),
  to: endOf(reservation.ends_at),
})

/**
 * Throws if a change of a spot's availability rules closes it at a time that someone else has booked and that was open
 * until now. The assignee's own reservations do not count, because they need no availability rule.
 */
export function refuseInUse(
  zone: string,
  spot: { assigned_user_id: string | null; before: SpotAvailabilityInput; after: SpotAvailabilityInput },
  reservations: readonly LiveReservation[],
  now: Date,
): void {
  const from = minuteOf(now)
  const closes = subtractSpans(
    closedFrom(zone, spot.after, from, now),
    closedFrom(zone, spot.before, from, now),
  )
  const hit = reservations.filter((reservation) => {
    const { from, to } = spanOf(reservation)
    return reservation.user_id !== spot.assigned_user_id && touches(closes, from, to)
  })
  const [next] = hit
  if (next) {
    const { starts_at, ends_at } = next
    refuse('availability_in_use', { details: { count: hit.length, starts_at, ends_at } })
  }
}

/** Counts the reservations that overlap a closure. They stay valid. */
export function countWithin(
  zone: string,
  closure: AvailabilityRuleRow,
  reservations: readonly LiveReservation[],
  now: Date,
): number {
  const spans = reservations.map(spanOf)
  const ends = spans.map(({ to }) => to).filter(Number.isFinite)
  const isEndless = closure.repeat_frequency !== 'NEVER' && closure.until_on === null
  const from = minuteOf(now)
  // A reservation without an end overlaps an endless repeat within a year after both have begun.
  const latest = Math.max(from, minutesOf(closure.starts_at), ...spans.map((span) => span.from)) + year
  const to = isEndless ? Math.max(latest, ...ends) : Number.POSITIVE_INFINITY
  const closed = closedSpans(zone, { is_assigned: false, availability_rules: [closure] }, from, to)
  return spans.filter((span) => touches(closed, span.from, span.to)).length
}

const year = 366 * MINUTES_PER_DAY

import type { Availability } from '@openspot/contract/availability.ts'
import { closedSpans, type SpotAvailabilityInput } from '@openspot/core/availability/availability.ts'
import { shareOf } from '@openspot/core/money/money.ts'
import type { QuoteRates } from '@openspot/core/quote/types.ts'
import { MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import { type Span, subtractSpans, touches } from '@openspot/core/windows/windows.ts'
import { refuse } from '../errors.ts'
import type { LiveStay, WindowRow } from './availability.sql.ts'
import { closedFrom } from './calendar.rules.ts'
import { endOf, minuteOf } from './moments.rules.ts'

/** Rates as they are sent: what is left out is not sold. */
export type Rates = Partial<QuoteRates>

const units = ['half_hour_cents', 'hour_cents', 'day_cents', 'month_cents'] as const

export function rateColumns(rates: Rates | null | undefined): QuoteRates {
  const { half_hour_cents = null, hour_cents = null, day_cents = null, month_cents = null } = rates ?? {}
  return { half_hour_cents, hour_cents, day_cents, month_cents }
}

export const noteColumn = (note: string | null | undefined) => note?.trim() || null

export const setsAny = (rates: QuoteRates) => units.some((unit) => rates[unit] !== null)

/** A window as its holder and the staff see it. */
export function shownWindow(row: WindowRow): Availability {
  const { id, lot_id, spot_id, zone_id, kind, starts_at, ends_at, repeat_frequency, until_on, note } = row
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
  }
}

/** What of the lot bounds a host's own rates. */
export interface HostBounds {
  host_rate_min_bps: number
  host_rate_max_bps: number
}

/** A host's own rates stay near what the spot would cost otherwise; what is not sold there is not sold by a host. */
export function checkHostRates(rates: Rates, usual: QuoteRates, bounds: HostBounds): void {
  for (const unit of units) {
    const cents = rates[unit] ?? null
    if (cents === null) continue
    const field = `rates.${unit}`
    const base = usual[unit]
    if (base === null) {
      refuse('request_invalid', {
        field,
        message: 'Blocks of this length are not sold here. Give no rate for it.',
      })
    }
    const least = shareOf(base, bounds.host_rate_min_bps, 'ceil')
    const most = shareOf(base, bounds.host_rate_max_bps, 'floor')
    if (cents < least || cents > most) {
      const message = `The lot lets a host ask from ${least} to ${most} of the currency's smallest unit here.`
      refuse('request_invalid', { field, message, details: { least_cents: least, most_cents: most } })
    }
  }
}

const spanOf = (stay: LiveStay): Span => ({ from: minutesOf(stay.starts_at), to: endOf(stay.ends_at) })

/**
 * Refuses a change of a spot's windows that closes it at a time for which somebody has booked and at which it was open
 * until now. Its holder's own stays do not count: they need no window.
 */
export function refuseInUse(
  zone: string,
  spot: { assigned_user_id: string | null; before: SpotAvailabilityInput; after: SpotAvailabilityInput },
  stays: readonly LiveStay[],
  now: Date,
): void {
  const from = minuteOf(now)
  const closes = subtractSpans(
    closedFrom(zone, spot.after, from, now),
    closedFrom(zone, spot.before, from, now),
  )
  const hit = stays.filter((stay) => {
    const { from, to } = spanOf(stay)
    return stay.user_id !== spot.assigned_user_id && touches(closes, from, to)
  })
  const [next] = hit
  if (next) {
    const { starts_at, ends_at } = next
    refuse('window_in_use', { details: { count: hit.length, starts_at, ends_at } })
  }
}

/** How many of the stays a closure falls into. They keep their right. */
export function countWithin(zone: string, closure: WindowRow, stays: readonly LiveStay[], now: Date): number {
  const spans = stays.map(spanOf)
  const ends = spans.map(({ to }) => to).filter(Number.isFinite)
  const isEndless = closure.repeat_frequency !== 'NEVER' && closure.until_on === null
  const from = minuteOf(now)
  // A stay without end meets an endless repeat within the year after both have begun.
  const latest = Math.max(from, minutesOf(closure.starts_at), ...spans.map((span) => span.from)) + year
  const to = isEndless ? Math.max(latest, ...ends) : Number.POSITIVE_INFINITY
  const closed = closedSpans(zone, { is_assigned: false, windows: [closure] }, from, to)
  return spans.filter((span) => touches(closed, span.from, span.to)).length
}

const year = 366 * MINUTES_PER_DAY

import type { GuidanceBacktest } from '@openspot/contract/booking/price-guidance.ts'
import { GUIDANCE_DAYS } from '@openspot/core/price-guidance/limits.ts'
import { lossesOf } from '@openspot/core/price-guidance/losses.ts'
import { hourKey } from '@openspot/core/price-guidance/suggest.ts'
import { firstTimes, type GuidedHours, weeklyPrices } from '@openspot/core/price-guidance/weekly-prices.ts'
import type { CalendarPrice } from '@openspot/core/prices/calendar-prices.ts'
import { MINUTES_PER_DAY, minutesOf } from '@openspot/core/time/instant.ts'
import type { FastifyInstance } from 'fastify'
import { replayPast } from '../rule-sets/backtest.ts'
import type { LotAdvice } from './advise-lot.ts'
import { guidedUnits } from './lay-prices.ts'

/**
 * Returns what the suggestions would have earned and refused in the last days: the real bookings are priced again, with what
 * guidance adds now and with what it suggests, as if either had been in effect in all of them. Null if nothing is suggested.
 */
export async function backtestGuidance(
  app: Pick<FastifyInstance, 'db' | 'pool' | 'ports'>,
  { lot, hours, guided, guidance_prices }: LotAdvice,
): Promise<GuidanceBacktest | null> {
  const suggested = new Map(guided)
  for (const hour of hours) {
    if (hour.suggested_bps !== null) suggested.set(hourKey(hour), hour.suggested_bps)
  }
  if (hours.every(({ suggested_bps }) => suggested_bps === null)) return null
  const ids = new Set(guidance_prices.map(({ id }) => id))
  // A reservation may have been booked for a later time than the days, but not for one before them.
  const at = Math.floor(minutesOf(app.ports.now().toISOString())) - (GUIDANCE_DAYS + 14) * MINUTES_PER_DAY
  const { bookings, result } = await replayPast(app, lot.id, GUIDANCE_DAYS, async (today) => {
    const others = today.calendar_prices.filter(({ id }) => !ids.has(id))
    const withHours = (these: GuidedHours) => ({
      ...today,
      calendar_prices: [...others, ...asPrices(lot.time_zone, these, at)],
    })
    return { today: withHours(guided), proposed: withHours(suggested), hasOtherPrices: true }
  })
  const { differences, money_before_cents } = result
  // One that only the suggestion allows really happened, so nothing is lost or won.
  const repriced = differences.map(({ before_cents, after_cents }) => {
    return { before_cents: before_cents ?? after_cents ?? 0, after_cents }
  })
  const changed_cents = differences.reduce((sum, { before_cents }) => sum + (before_cents ?? 0), 0)
  const { if_all_book_cents, expected_cents, ...counts } = lossesOf(repriced)
  const same_cents = money_before_cents - changed_cents
  return {
    bookings: bookings.length,
    charged_cents: bookings.reduce((sum, { charged_cents }) => sum + charged_cents, 0),
    current_cents: money_before_cents,
    if_all_book_cents: same_cents + if_all_book_cents,
    expected_cents: same_cents + expected_cents,
    ...counts,
  }
}

function asPrices(zone: string, hours: GuidedHours, at: number): CalendarPrice[] {
  return weeklyPrices(hours).map((price, index) => ({
    id: `guidance-${index}`,
    name: '',
    ...firstTimes(zone, at, price),
    repeat_frequency: 'WEEKLY',
    weekdays: price.weekdays,
    until_on: null,
    percent_bps: price.percent_bps,
    amount_cents: null,
    units: guidedUnits,
    zone_ids: null,
  }))
}

import fc from 'fast-check'
import { expect } from 'vitest'
import { type Price, testProperty } from '../testing/broken-quotes.ts'
import { bruteForce, priceOf, ratesAt } from '../testing/cover.ts'
import { shortReservations } from '../testing/quotes.ts'
import { isoOf, minutesOf } from '../time/instant.ts'

/** Equals an independent slow search that uses another calendar implementation. */
function agreesWithBruteForce(price: Price) {
  return fc.property(shortReservations, (reservation) => {
    const result = price(reservation)
    // A short reservation must be coverable without months that have no shorter length beside them.
    const isSold = bruteForce(reservation, false) !== null
    const expected = isSold ? bruteForce(reservation) : null
    expect(result.ok ? result.subtotal_cents : result.code).toBe(expected?.cents ?? 'rate_missing')
    if (result.ok) {
      const parking = result.lines.filter(({ kind }) => kind === 'PARKING')
      expect(parking.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(expected?.blocks)
    }
  })
}

/**
 * Parking is listed at the rate in effect when each block starts; the nth-spot change is one separate line after it.
 */
function linesAreAsListed(price: Price) {
  return fc.property(shortReservations, (reservation) => {
    const result = price(reservation)
    if (!result.ok) return
    const parking = result.lines.filter(({ kind }) => kind === 'PARKING')
    const listed = parking.reduce((sum, line) => sum + line.amount_cents, 0)
    for (const line of parking) {
      const at = minutesOf(line.starts_at)
      const unit = line.unit ?? 'HOUR'
      const base = ratesAt(reservation, at)[rateNames[unit]]
      expect(line.params.base_cents).toBe(base)
      expect(line.unit_cents).toBe(priceOf(reservation, base ?? 0, unit, at))
    }
    const nthSpot = result.lines.filter(({ kind }) => kind === 'NTH_SPOT')
    const difference = (bruteForce(reservation)?.cents ?? 0) - listed
    expect(nthSpot.map((line) => line.amount_cents)).toEqual(difference === 0 ? [] : [difference])
    expect(result.lines.slice(0, parking.length)).toEqual(parking)
  })
}

/** A `rate_missing` refusal says how long a reservation could be, and no longer one would be accepted. */
function refusalsAreTrue(price: Price) {
  return fc.property(shortReservations, (reservation) => {
    const result = price(reservation)
    if (result.ok) return
    expect(result.code).toBe('rate_missing')
    const until = result.params?.covered_until
    if (typeof until !== 'string') return
    expect(until > reservation.starts_at && until < reservation.ends_at).toBe(true)
    expect(bruteForce({ ...reservation, ends_at: until })).not.toBeNull()
    expect(bruteForce({ ...reservation, ends_at: isoOf(minutesOf(until) + 1) })).toBeNull()
  })
}

const rateNames = {
  MONTH: 'month_cents',
  DAY: 'day_cents',
  HOUR: 'hour_cents',
  HALF_HOUR: 'half_hour_cents',
} as const

testProperty(agreesWithBruteForce, 2500, [
  'greedy',
  'ratesOfTheStart',
  'dayOf24Hours',
  'rateSetOfTheStart',
  'setsFillUp',
  'gapsAreFree',
  'nthSpotAfterwards',
  'nthSpotOfTheStart',
])
testProperty(linesAreAsListed, 1500, ['setsFillUp', 'nthSpotHidden', 'nthSpotOfTheStart'])
testProperty(refusalsAreTrue, 2500, ['coverIsOverstated', 'coverIsUnderstated'])

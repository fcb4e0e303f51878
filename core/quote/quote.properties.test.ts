import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Price, testProperty } from '../testing/broken-quotes.ts'
import { later, reservations } from '../testing/quotes.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import type { Quote } from './quote.ts'

/** The longer of two reservations with the same start never costs less; their ends need not lie on the grid. */
function longerNeverCheaper(price: Price) {
  return fc.property(reservations, fc.integer({ min: 0, max: 29 }), ([lot, first, more], minutes) => {
    const ends_at = isoOf(minutesOf(lot.starts_at) + first * 30 - minutes)
    const short = price({ ...lot, ends_at })
    const long = price({ ...lot, ends_at: later(ends_at, more) })
    if (short.ok && long.ok) expect(long.total_cents).toBeGreaterThanOrEqual(short.total_cents)
    // The added time may be unsold unless one price holds throughout.
    if (short.ok && lot.rate_sets?.length === 0) expect(long.ok).toBe(true)
  })
}

/** Two consecutive reservations never cost less than one over both. */
function splittingNeverCheaper(price: Price) {
  return fc.property(reservations, ([lot, first, second]) => {
    const middle = later(lot.starts_at, first)
    const ends_at = later(middle, second)
    const a = price({ ...lot, ends_at: middle })
    const b = price({ ...lot, starts_at: middle, ends_at })
    const whole = price({ ...lot, ends_at })
    if (a.ok && b.ok) {
      expect(whole.ok).toBe(true)
      if (whole.ok) expect(a.total_cents + b.total_cents).toBeGreaterThanOrEqual(whole.total_cents)
    }
  })
}

/** All amounts are whole, lines add up, and blocks cover the reservation from start to end. */
function linesAddUp(price: Price) {
  return fc.property(reservations, ([lot, first]) => {
    const result = price({ ...lot, ends_at: later(lot.starts_at, first) })
    if (!result.ok) return
    const sum = (lines: Quote['lines']) => lines.reduce((total, line) => total + line.amount_cents, 0)
    const fees = result.lines.filter((line) => line.kind === 'SERVICE_FEE')
    expect(result.total_cents).toBe(sum(result.lines))
    expect(result.fee_cents).toBe(sum(fees))
    expect(result.subtotal_cents).toBe(result.total_cents - result.fee_cents)
    expect(result.subtotal_cents).toBeGreaterThanOrEqual(lot.min_reservation_price)
    for (const line of result.lines) {
      const least = line.kind === 'NTH_SPOT' ? Number.NEGATIVE_INFINITY : 0
      for (const value of [line.amount_cents, line.unit_cents, line.quantity]) {
        expect(Number.isSafeInteger(value) && value >= least).toBe(true)
      }
      expect(line.amount_cents).toBe(line.quantity * line.unit_cents)
    }
    let covered = result.starts_at
    for (const line of result.lines.filter(({ kind }) => kind === 'PARKING')) {
      expect(line.starts_at <= covered).toBe(true)
      covered = line.ends_at > covered ? line.ends_at : covered
    }
    expect(covered).toBe(result.ends_at)
  })
}

testProperty(longerNeverCheaper, 3000, ['greedy', 'longTermDiscount', 'nthSpotAfterwards'])
testProperty(splittingNeverCheaper, 3000, [
  'feeRoundedDown',
  'ratesOfTheStart',
  'longTermSurcharge',
  'rateSetOfTheStart',
  'nthSpotOfTheStart',
])
testProperty(linesAddUp, 2000, ['floats', 'feeRoundedDown'])

test('the price does not depend on the time zone of the process', { timeout: 20_000 }, () => {
  const script = `
    import { quote } from ${JSON.stringify(new URL('./quote.ts', import.meta.url).href)}
    const lot = ${JSON.stringify(fc.sample(reservations, { numRuns: 60, seed: 7 }))}
    console.log(JSON.stringify(lot.map(([input, first]) =>
      quote({ ...input, ends_at: new Date(Date.parse(input.starts_at) + first * 1800000).toISOString() }))))`
  const answers = ['Pacific/Kiritimati', 'America/St_Johns', 'UTC'].map((TZ) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { NODE_ENV: 'test', PATH: '/usr/bin:/bin', TZ },
      encoding: 'utf8',
    }),
  )
  expect(answers[0]?.length).toBeGreaterThan(1000)
  expect(new Set(answers).size).toBe(1)
})

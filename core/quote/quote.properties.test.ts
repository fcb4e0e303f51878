import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoOf, minutesOf } from '../time/instant.ts'
import { plusLocalDays } from '../time/zone.ts'
import { type Quote, type QuoteInput, type QuoteResult, quote } from './quote.ts'
import { bruteForce, lots } from './testing.ts'

type Price = (input: QuoteInput) => QuoteResult

const DAY = 1440
/** Lengths in half hours: hours, some days, and some up to 70 days. */
const lengths = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 * 48 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 70 * 48 }) },
)
const stays = lots(4 * DAY).chain((lot) => fc.tuple(fc.constant(lot), lengths, lengths))

const later = (instant: string, halfHours: number) => isoOf(minutesOf(instant) + halfHours * 30)

/** Of two stays that start together the longer never costs less; the ends need not lie on the grid. */
function longerNeverCheaper(price: Price) {
  return fc.property(stays, fc.integer({ min: 0, max: 29 }), ([lot, first, more], minutes) => {
    const ends_at = isoOf(minutesOf(lot.starts_at) + first * 30 - minutes)
    const short = price({ ...lot, ends_at })
    const long = price({ ...lot, ends_at: later(ends_at, more) })
    if (short.ok && long.ok) expect(long.total_cents).toBeGreaterThanOrEqual(short.total_cents)
    if (short.ok) expect(long.ok).toBe(true)
  })
}

/** Two stays in a row never cost less than one over both. */
function splittingNeverCheaper(price: Price) {
  return fc.property(stays, ([lot, first, second]) => {
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

/** Whole numbers everywhere, lines that sum up, and blocks that cover the stay from its start to its end. */
function linesAddUp(price: Price) {
  return fc.property(stays, ([lot, first]) => {
    const result = price({ ...lot, ends_at: later(lot.starts_at, first) })
    if (!result.ok) return
    const sum = (lines: Quote['lines']) => lines.reduce((total, line) => total + line.amount_cents, 0)
    const fees = result.lines.filter((line) => line.kind === 'SERVICE_FEE')
    expect(result.total_cents).toBe(sum(result.lines))
    expect(result.fee_cents).toBe(sum(fees))
    expect(result.subtotal_cents).toBe(result.total_cents - result.fee_cents)
    expect(result.subtotal_cents).toBeGreaterThanOrEqual(lot.min_reservation_price)
    for (const line of result.lines) {
      for (const value of [line.amount_cents, line.unit_cents, line.quantity]) {
        expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
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

/** The same as a slow search written apart from it, with another calendar. */
function agreesWithBruteForce(price: Price) {
  const small = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 20 }) },
    fc.integer({ min: 40, max: 55 }),
  )
  const input = lots(1.5 * DAY).chain((lot) =>
    fc.tuple(fc.constant(lot), small, fc.integer({ min: 0, max: 29 })),
  )
  return fc.property(input, ([lot, halfHours, minutes]) => {
    const ends_at = isoOf(minutesOf(lot.starts_at) + halfHours * 30 - minutes)
    const result = price({ ...lot, min_reservation_price: 0, ends_at })
    const { half_hour_cents, hour_cents, day_cents } = lot.rates
    const sellsOnlyMonths = half_hour_cents === null && hour_cents === null && day_cents === null
    const expected = sellsOnlyMonths ? null : bruteForce({ ...lot, ends_at })
    expect(result.ok ? result.subtotal_cents : null).toBe(expected?.cents ?? null)
    if (result.ok) {
      const parking = result.lines.filter(({ kind }) => kind === 'PARKING')
      expect(parking.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(expected?.blocks)
    }
  })
}

/** Prices that are wrong in the ways prices go wrong. */
const broken = {
  /** The longest block that fits, again and again: nine hours dearer than a day. */
  greedy(input) {
    const day = input.rates.day_cents
    const minutes = minutesOf(input.ends_at ?? input.starts_at) - minutesOf(input.starts_at)
    const days = day === null ? 0 : Math.floor(minutes / DAY)
    if (days === 0) return quote({ ...input, rates: { ...input.rates, day_cents: null, month_cents: null } })
    const rest = isoOf(minutesOf(input.starts_at) + days * DAY)
    if (rest === input.ends_at) return onlyParking(input, days * (day ?? 0))
    const hours = quote({
      ...input,
      starts_at: rest,
      rates: { ...input.rates, day_cents: null, month_cents: null },
    })
    return hours.ok ? onlyParking(input, hours.subtotal_cents + days * (day ?? 0)) : hours
  },
  /** A fee rounded down: each half loses its fraction. */
  feeRoundedDown(input) {
    const whole = quote(input)
    if (!whole.ok) return whole
    const fee = Math.floor((whole.subtotal_cents * input.fee.service_fee_bps) / 10_000)
    return { ...whole, fee_cents: fee, total_cents: whole.subtotal_cents + fee }
  },
  /** A day is 24 hours: wrong twice a year. */
  dayOf24Hours: (input) => quote({ ...input, zone: 'UTC' }),
  /** The whole stay at the rates of its start. */
  ratesOfTheStart(input) {
    const start = minutesOf(input.starts_at)
    const changes = (input.rate_changes ?? []).filter(
      (change) => minutesOf(change.starts_at) <= start && start < minutesOf(change.ends_at),
    )
    const always = changes.map((change) => ({ ...change, ends_at: '2099-01-01T00:00Z' }))
    return quote({ ...input, rate_changes: always })
  },
  /** Cents with a fraction, and a total of its own. */
  floats(input) {
    const whole = quote(input)
    return whole.ok ? { ...whole, total_cents: whole.total_cents * 1.1 } : whole
  },
  /** A quarter off from the third day on. */
  longStayDiscount(input) {
    const whole = quote(input)
    const minutes = minutesOf(input.ends_at ?? input.starts_at) - minutesOf(input.starts_at)
    return whole.ok && minutes >= 2 * DAY
      ? { ...whole, total_cents: Math.ceil(whole.total_cents * 0.75) }
      : whole
  },
  /** A surcharge on stays over a day, which two short ones avoid. */
  longStaySurcharge(input) {
    const whole = quote(input)
    const minutes = minutesOf(input.ends_at ?? input.starts_at) - minutesOf(input.starts_at)
    return whole.ok && minutes > DAY ? { ...whole, total_cents: whole.total_cents + 500 } : whole
  },
} satisfies Record<string, Price>

function onlyParking(input: QuoteInput, cents: number): QuoteResult {
  const free: QuoteInput = {
    ...input,
    rates: { half_hour_cents: 0, hour_cents: null, day_cents: null, month_cents: null },
    min_reservation_price: Math.max(cents, input.min_reservation_price),
    rate_changes: [],
  }
  return quote(free)
}

type Broken = keyof typeof broken

function entry<Of>(of: (price: Price) => fc.IProperty<Of>, runs: number, fails: Broken[]) {
  const check = (price: Price, numRuns: number) => fc.check(of(price), { numRuns })
  return { name: of.name, of: (numRuns = runs) => fc.assert(of(quote), { numRuns }), check, fails }
}

const properties = [
  entry(longerNeverCheaper, 2000, ['greedy', 'longStayDiscount']),
  entry(splittingNeverCheaper, 2000, ['feeRoundedDown', 'ratesOfTheStart', 'longStaySurcharge']),
  entry(linesAddUp, 1500, ['floats', 'feeRoundedDown']),
  entry(agreesWithBruteForce, 1200, ['greedy', 'ratesOfTheStart', 'dayOf24Hours']),
]

describe.each(properties)('$name', ({ of, check, fails }) => {
  test('holds for every lot, zone, change of rates and stay tried', { timeout: 20_000 }, () => of())

  test.each(fails)('notices a price that is broken by %s', { timeout: 20_000 }, (name) => {
    expect(check(broken[name], 5000).failed).toBe(true)
  })
})

test('the price is the same whatever zone the process runs in', { timeout: 20_000 }, () => {
  const script = `
    import { quote } from ${JSON.stringify(new URL('./quote.ts', import.meta.url).href)}
    const lot = ${JSON.stringify(fc.sample(stays, { numRuns: 60, seed: 7 }))}
    console.log(JSON.stringify(lot.map(([input, first]) =>
      quote({ ...input, ends_at: new Date(Date.parse(input.starts_at) + first * 1800000).toISOString() }))))`
  const answers = ['Pacific/Kiritimati', 'America/St_Johns', 'UTC'].map((TZ) =>
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { NODE_ENV: 'test', PATH: '/usr/bin:/bin', TZ },
      encoding: 'utf8',
    }),
  )
  expect(answers[0]?.length).toBeGreaterThan(1000)
  expect(new Set(answers).size).toBe(1)
})

test('a stay of 45 days is priced in milliseconds', () => {
  const [lot] = fc.sample(lots(DAY), { numRuns: 1, seed: 3 })
  if (!lot) throw new Error('no sample')
  const input: QuoteInput = {
    ...lot,
    rates: { half_hour_cents: 150, hour_cents: 250, day_cents: 1800, month_cents: 22_000 },
    ends_at: isoOf(plusLocalDays(lot.zone, minutesOf(lot.starts_at), 45)),
  }
  for (let warm = 0; warm < 50; warm += 1) quote(input)
  const from = performance.now()
  for (let run = 0; run < 50; run += 1) quote(input)
  expect((performance.now() - from) / 50).toBeLessThan(10)
})

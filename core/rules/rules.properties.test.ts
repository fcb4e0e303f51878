import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import { isLongTerm, openReservationsAround, parkedByPeriod, reservationsAround } from '../testing/rules.ts'
import { instants } from '../testing/time.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { startOfLocalDay } from '../time/zone.ts'
import { checkRules, type LotDays } from './check-rules.ts'
import { noRules } from './no-rules.ts'
import type { HeldReservation, Rules } from './types.ts'

const DAY = 1440
/** Excludes times at which a zone's offset is a quarter of an hour, because the count below works by half hours. */
const hourZones = instants(30).filter(({ zone, at }) => startOfLocalDay(zone, at) % 30 === 0)

type RuleInput = LotDays & { times: HeldReservation; held: readonly HeldReservation[]; at: number }
type Breaks = (rules: Rules, input: RuleInput) => boolean

const breaks: Breaks = (rules, { at, ...input }) => {
  const spot = { type: 'STANDARD', zone_id: null } as const
  return checkRules(rules, { ...input, now: isoOf(at), spot }).length > 0
}

/** Parked hours match a count by half hours with another calendar. */
function hoursAgree(breaks: Breaks) {
  const input = hourZones.chain(({ zone, at }) =>
    fc.record({
      zone: fc.constant(zone),
      long_term_days: fc.constant(45),
      at: fc.constant(at),
      times: reservationsAround(at, 2),
      held: fc.array(openReservationsAround(at, 20), { maxLength: 4 }),
    }),
  )
  const per = fc.constantFrom('DAY', 'WEEK', 'MONTH')
  return fc.property(input, per, fc.constantFrom(-30, 0), (input, per, less) => {
    const most = Math.max(...parkedByPeriod(input.zone, per, input.times, input.held).values())
    // The limit is exactly the parked time, or half an hour less, which makes the difference.
    const limit = (most + less) / 60
    fc.pre(limit > 0)
    expect(breaks({ ...noRules, max_hours: { hours: limit, per } }, input)).toBe(less !== 0)
  })
}

/** The number of held reservations matches a count with another calendar. */
function countsAgree(breaks: Breaks) {
  const input = fc
    .tuple(instants(30), fc.constantFrom(45, 1, 10, 366))
    .chain(([{ zone, at }, long_term_days]) => {
      const lengths = fc.constantFrom(-1, 0, 1, -60, 60, -30 * DAY, 30 * DAY)
      const reservation = fc
        .tuple(fc.integer({ min: -80 * DAY, max: 80 * DAY }), lengths, fc.integer({ min: 0, max: 4 }))
        .map(
          ([from, more, random]): HeldReservation => ({
            starts_at: isoOf(at + from),
            ends_at: random === 0 ? null : isoOf(at + from + Math.max(long_term_days * DAY + more, 30)),
          }),
        )
      return fc.record({
        zone: fc.constant(zone),
        long_term_days: fc.constant(long_term_days),
        at: fc.constant(at),
        times: reservation,
        held: fc.array(reservation, { maxLength: 6 }),
      })
    })
  const most = fc.integer({ min: 0, max: 4 })
  return fc.property(input, most, most, (input, short, long) => {
    const live = [input.times, ...input.held].filter(
      ({ ends_at }) => ends_at === null || minutesOf(ends_at) > input.at,
    )
    const isLong = isLongTerm(input, input.times)
    const count = live.filter((times) => isLongTerm(input, times) === isLong).length
    const expected = live.includes(input.times) && count > (isLong ? long : short)
    expect(breaks({ ...noRules, max_short_reservations: short, max_long_reservations: long }, input)).toBe(
      expected,
    )
  })
}

const broken = {
  /** Uses UTC days. */
  utc: (rules, input) => breaks(rules, { ...input, zone: 'UTC' }),
  /** Counts from 45 days on as long, whatever the lot says. */
  fixed: (rules, input) => breaks(rules, { ...input, long_term_days: 45 }),
  /** Ignores the other reservations. */
  alone: (rules, input) => breaks(rules, { ...input, held: [] }),
  /** Checks only the period of the start. */
  startOnly: (rules, input) =>
    breaks(rules, {
      ...input,
      times: { ...input.times, ends_at: isoOf(minutesOf(input.times.starts_at) + 30) },
    }),
  /** Counts reservations that have ended. */
  ended: (rules, input) => breaks(rules, { ...input, at: input.at - 400 * DAY }),
  /** Counts only reservations that have started. */
  running: (rules, input) => {
    return breaks(rules, {
      ...input,
      held: input.held.filter(({ starts_at }) => minutesOf(starts_at) <= input.at),
    })
  },
  oneMore: (rules, input) =>
    breaks({ ...rules, max_short_reservations: (rules.max_short_reservations ?? 0) + 1 }, input),
} satisfies Record<string, Breaks>

function entry<Of>(of: (breaks: Breaks) => fc.IProperty<Of>, fails: (keyof typeof broken)[]) {
  const check = (breaks: Breaks, numRuns: number) => notices(of(breaks), numRuns)
  return { name: of.name, of: () => fc.assert(of(breaks), { numRuns: 300 }), check, fails }
}

describe.each([
  entry(hoursAgree, ['utc', 'alone', 'startOnly']),
  entry(countsAgree, ['utc', 'alone', 'ended', 'running', 'oneMore']),
])('$name', ({ of, check, fails }) => {
  test('holds for every generated time zone and set of reservations', { timeout: 20_000 }, () => of())

  test.each(fails)('detects the broken check %s', { timeout: 20_000 }, (name) => {
    expect(check(broken[name], 5000)).toBe(true)
  })
})

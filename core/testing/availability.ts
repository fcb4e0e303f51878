import fc from 'fast-check'
import { type AvailabilityRule, closures, type SpotAvailabilityInput } from '../availability/availability.ts'
import { hoursFault, type OpeningHours } from '../availability/opening-hours.ts'
import { weekdays } from '../enums.ts'
import type { Span } from '../recurrence/recurrence.ts'
import {
  bruteForce,
  DAY,
  findSpan,
  laterDate,
  readWall,
  recurrencesAround,
  STEP,
  weekdayOf,
} from './recurrence.ts'

/** Generators and slow reference implementations for the availability tests, in steps of a quarter of an hour. */

/** Generates spots with a few availability rules around a date. */
export function spotsAround(zone: string, date: string): fc.Arbitrary<SpotAvailabilityInput> {
  const kind = fc.constantFrom<AvailabilityRule['kind']>('OPEN', 'CLOSED')
  return fc
    .record({
      is_assigned: fc.boolean(),
      availability_rules: fc.array(fc.tuple(recurrencesAround(zone, date), kind), { maxLength: 5 }),
    })
    .map(({ is_assigned, availability_rules: rules }) => {
      return {
        is_assigned,
        availability_rules: rules.map(([recurrence, kind], at) => ({ ...recurrence, kind, id: `w${at}` })),
      }
    })
}

/**
 * Returns what closes a spot at a quarter of an hour: the availability rule ID, "nobody" if it is not offered, or null
 * if open.
 */
export type Look = (at: number) => string | null

/** Slow reference: looks up the state of a spot between `from` and `to` by expanding every availability rule. */
export function lookAt(zone: string, spot: SpotAvailabilityInput, from: number, to: number): Look {
  const rules = spot.availability_rules.map((rule) => ({ ...rule, spans: bruteForce(zone, rule, from, to) }))
  return (at) => {
    const running = rules.filter(({ spans }) => spans.some((span) => span.from <= at && at < span.to))
    const closing = running.find(({ kind }) => kind === 'CLOSED')
    if (closing) return closing.id
    return spot.is_assigned && !running.some(({ kind }) => kind === 'OPEN') ? 'nobody' : null
  }
}

/** The start of each quarter of an hour within a span. */
export function quarters({ from, to }: { from: number; to: number }): number[] {
  return Array.from({ length: Math.max(0, (to - from) / STEP) }, (_, index) => from + index * STEP)
}

const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Hours on quarters, sometimes over midnight or until 24:00; occasionally they overlap. */
export const someHours: fc.Arbitrary<OpeningHours> = fc
  .array(
    fc.record({
      days: fc.subarray([...weekdays], { minLength: 1 }),
      opens: fc.oneof(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 95 })),
      closes: fc.oneof(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 0, max: 96 }), fc.constant(96)),
    }),
    { maxLength: 3 },
  )
  .map((rows) => {
    const hours: { -readonly [Day in keyof OpeningHours]: OpeningHours[Day] } = {}
    for (const { days, opens, closes } of rows) {
      const range = { opens: timeOf(opens * STEP), closes: timeOf(closes * STEP) }
      for (const day of days) hours[day] = [...(hours[day] ?? []), range]
    }
    return hours
  })

/** Valid hours, including null and whole weeks. */
export const goodHours: fc.Arbitrary<OpeningHours | null> = fc.oneof(
  { weight: 20, arbitrary: someHours.filter((hours) => hoursFault(hours) === null) },
  { weight: 1, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom({ opens: '00:00', closes: '24:00' }, { opens: '02:30', closes: '02:30' })
      .map((range) => Object.fromEntries(weekdays.map((day) => [day, [range]]))),
  },
)

/** Slow reference: whether a lot is open at a quarter of an hour between `from` and `to`, expanded date by date. */
export function hoursOn(zone: string, hours: OpeningHours | null, from: number, to: number) {
  const spans: Span[] = []
  const lastDate = readWall(zone, to + DAY).slice(0, 10)
  let date = readWall(zone, from - 3 * DAY).slice(0, 10)
  for (; date <= lastDate; date = laterDate(date, 1)) {
    for (const { opens, closes } of hours?.[weekdayOf(date)] ?? []) {
      const [start, end] = [opens, closes].map(
        (text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)),
      )
      const length = ((end ?? 0) - (start ?? 0) + DAY) % DAY || DAY
      spans.push(...findSpan(zone, date, start ?? 0, length))
    }
  }
  return (at: number) => hours === null || spans.some((span) => span.from <= at && at < span.to)
}

/** Returns the first closure of a spot in a range of epoch minutes: when it begins, and why; null if there is none. */
export function whyClosed(zone: string, spot: SpotAvailabilityInput, from: number, to: number) {
  const [first] = closures(zone, spot, from, to)
  return first ? { at: first.from, ...first.what } : null
}

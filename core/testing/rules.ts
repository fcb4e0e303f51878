import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import type { LotDays } from '../rules/check-rules.ts'
import type { HeldReservation, HourPeriod } from '../rules/types.ts'
import { isoOf, minutesOf } from '../time/instant.ts'

/** Fixtures for the rules tests: reservations and a slow reference with Temporal as the calendar. */

type Finite = HeldReservation & { ends_at: string }

/** Generates reservations on half hours around an instant, lasting hours or days. */
export function reservationsAround(at: number, days: number): fc.Arbitrary<Finite> {
  const length = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 12 * 48 }))
  return fc.tuple(fc.integer({ min: -days * 48, max: days * 48 }), length).map(([from, halfHours]) => ({
    starts_at: isoOf(at + from * 30),
    ends_at: isoOf(at + (from + halfHours) * 30),
  }))
}

/** The same, some of them open-ended. */
export const openReservationsAround = (at: number, days: number): fc.Arbitrary<HeldReservation> =>
  fc
    .tuple(reservationsAround(at, days), fc.integer({ min: 0, max: 9 }))
    .map(([times, random]) => (random === 0 ? { ...times, ends_at: null } : times))

const STEP = 30

/** Slow reference: the minutes parked in each local day, week, or month that a reservation touches. */
export function parkedByPeriod(
  zone: string,
  per: HourPeriod,
  times: Finite,
  held: readonly HeldReservation[],
): Map<string, number> {
  const parked = new Map<string, number>()
  for (let at = minutesOf(times.starts_at); at < minutesOf(times.ends_at); at += STEP) {
    parked.set(periodOf(zone, per, at), 0)
  }
  // Nothing more than a month away shares a period with the reservation.
  const [from, to] = [minutesOf(times.starts_at) - 32 * 1440, minutesOf(times.ends_at) + 32 * 1440]
  for (const { starts_at, ends_at } of [times, ...held]) {
    const until = Math.min(to, ends_at === null ? to : minutesOf(ends_at))
    for (let at = Math.max(minutesOf(starts_at), from); at < until; at += STEP) {
      const key = periodOf(zone, per, at)
      const minutes = parked.get(key)
      if (minutes !== undefined) parked.set(key, minutes + STEP)
    }
  }
  return parked
}

const dates = new Map<string, string>()

function periodOf(zone: string, per: HourPeriod, at: number): string {
  const known = `${zone} ${per} ${at}`
  let key = dates.get(known)
  if (key === undefined) {
    const date = Temporal.Instant.fromEpochMilliseconds(at * 60_000)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
    if (per === 'DAY') key = date.toString()
    else if (per === 'WEEK') key = date.subtract({ days: date.dayOfWeek - 1 }).toString()
    else key = date.toPlainYearMonth().toString()
    dates.set(known, key)
  }
  return key
}

/** Whether a reservation is longer than 45 calendar days or open-ended. */
export function isLongTerm(
  { zone, long_term_days: days }: LotDays,
  { starts_at, ends_at }: HeldReservation,
): boolean {
  if (ends_at === null) return true
  const day = (iso: string) => Temporal.Instant.from(iso).toZonedDateTimeISO(zone)
  return Temporal.ZonedDateTime.compare(day(ends_at), day(starts_at).add({ days })) > 0
}

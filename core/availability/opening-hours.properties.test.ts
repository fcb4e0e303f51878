import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdays } from '../enums.ts'
import { mergeSpans, touches } from '../recurrence/recurrence.ts'
import { goodHours, hoursOn, quarters, someHours } from '../testing/availability.ts'
import { notices } from '../testing/notices.ts'
import { changeDays, DAY, rangesAround, STEP } from '../testing/recurrence.ts'
import { isoOf, minutesOf } from '../time/instant.ts'
import { hoursFault, hoursRefusal, isOpenAt, openSpans } from './opening-hours.ts'

const says = { openSpans, isOpenAt, hoursRefusal, hoursFault }
type Says = typeof says

const input = changeDays.chain(({ zone, at }) =>
  fc.tuple(fc.constant(zone), goodHours, rangesAround(at), fc.boolean()),
)

/** A lot is open in exactly the quarters of an hour where the slow reference says so, and the spans are merged. */
function openAsSeen({ openSpans, isOpenAt }: Says) {
  return fc.property(input, fc.integer({ min: 0, max: STEP - 1 }), ([zone, hours, { from, to }], minutes) => {
    const look = hoursOn(zone, hours, from, to)
    const spans = openSpans(zone, hours, from, to)
    const times = quarters({ from, to })
    const seen = times.map(look)
    expect(times.map((at) => touches(spans, at, at + STEP))).toEqual(seen)
    expect(times.map((at) => isOpenAt(zone, hours, at + minutes + 0.5))).toEqual(seen)
    expect(spans).toEqual(mergeSpans(spans))
    for (const span of spans) expect(from <= span.from && span.to <= to).toBe(true)
  })
}

/**
 * A reservation is refused if the slow reference finds the lot closed at either end or, without overnight parking,
 * anywhere between.
 */
function refusedAsSeen({ hoursRefusal }: Says) {
  return fc.property(input, ([zone, hours, { from, to }, overnight_allowed]) => {
    const session = { starts_at: isoOf(from), ends_at: isoOf(to) }
    const refusal = hoursRefusal(zone, hours, session, overnight_allowed)
    const look = hoursOn(zone, hours, from - DAY, to + 15 * DAY)
    const nextOpening = (at: number) => {
      const next = quarters({ from: at, to: at + 15 * DAY }).find(look)
      return next === undefined ? undefined : isoOf(next)
    }
    if (!look(from)) {
      expect([refusal?.field, refusal?.opens_at]).toEqual(['starts_at', nextOpening(from)])
    } else if (!look(to) && !look(to - STEP)) {
      expect([refusal?.field, refusal?.opens_at]).toEqual(['ends_at', nextOpening(to)])
    } else if (overnight_allowed || quarters({ from, to }).every(look)) {
      expect(refusal).toBeNull()
    } else {
      expect(refusal?.field).toBe('ends_at')
      expect(refusal).not.toHaveProperty('opens_at')
    }
  })
}

/** An open-ended reservation is refused at its start, or at its end if cars must leave and the lot is ever closed. */
function endlessAsShown({ hoursRefusal }: Says) {
  return fc.property(input, ([zone, hours, { from }, overnight_allowed]) => {
    const look = hoursOn(zone, hours, from, from + 15 * DAY)
    const isAlwaysOpen = quarters({ from, to: from + 15 * DAY }).every(look)
    const refusal = hoursRefusal(zone, hours, { starts_at: isoOf(from), ends_at: null }, overnight_allowed)
    const field = look(from) ? (overnight_allowed || isAlwaysOpen ? undefined : 'ends_at') : 'starts_at'
    expect(refusal?.field).toBe(field)
  })
}

/** Hours overlap exactly if two ranges contain the same quarter of an hour of the week. */
function overlapsAsCounted({ hoursFault }: Says) {
  return fc.property(someHours, (hours) => {
    const times = Array.from({ length: (7 * DAY) / STEP }, () => 0)
    for (const [index, day] of weekdays.entries()) {
      for (const { opens, closes } of hours[day] ?? []) {
        const start = minutesOf(`1970-01-01T${opens}Z`) / STEP
        const end = closes === '24:00' ? DAY / STEP : minutesOf(`1970-01-01T${closes}Z`) / STEP
        const length = end > start ? end - start : end + DAY / STEP - start
        for (let at = 0; at < length; at += 1) {
          const quarter = ((index * DAY) / STEP + start + at) % times.length
          times[quarter] = (times[quarter] ?? 0) + 1
        }
      }
    }
    expect(hoursFault(hours) !== null).toBe(times.some((count) => count > 1))
  })
}

/** Deliberately wrong implementations that the properties must catch. */
const broken = {
  /** Reads local times as UTC. */
  inUtc: {
    ...says,
    openSpans: (_zone, hours, from, to) => openSpans('UTC', hours, from, to),
    hoursRefusal: (_zone, hours, session, allowed) => hoursRefusal('UTC', hours, session, allowed),
  },
  /** Splits a span that runs over midnight. */
  apartAtMidnight: {
    ...says,
    openSpans: (zone, hours, from, to) =>
      openSpans(zone, hours, from, to).flatMap((span) => {
        const noon = Math.floor((span.from + span.to) / 2)
        return [
          { from: span.from, to: noon },
          { from: noon, to: span.to },
        ]
      }),
  },
  /** Still open at the moment it closes. */
  openAtClosing: {
    ...says,
    isOpenAt: (zone, hours, at) => isOpenAt(zone, hours, at) || isOpenAt(zone, hours, at - 1),
  },
  /** Refuses to let a car leave at the moment the lot closes. */
  lateAtClosing: {
    ...says,
    hoursRefusal(zone, hours, session, allowed) {
      const ends = session.ends_at === null ? null : minutesOf(session.ends_at)
      return ends === null || isOpenAt(zone, hours, ends)
        ? hoursRefusal(zone, hours, session, allowed)
        : { field: 'ends_at', reason: { code: 'closed_at_end' } }
    },
  },
  /** Always allows overnight parking. */
  overnightForgotten: {
    ...says,
    hoursRefusal: (zone, hours, session) => hoursRefusal(zone, hours, session, true),
  },
  /** Never allows overnight parking. */
  overnightNever: {
    ...says,
    hoursRefusal: (zone, hours, session) => hoursRefusal(zone, hours, session, false),
  },
  /** Compares opening ranges only within one weekday. */
  withinTheDay: {
    ...says,
    hoursFault(hours) {
      for (const day of weekdays) {
        const fault = hoursFault({ [day]: hours?.[day] ?? [] })
        if (fault) return fault
      }
      return null
    },
  },
} satisfies Record<string, Says>

type Broken = keyof typeof broken

function entry<Of>(of: (says: Says) => fc.IProperty<Of>, runs: number, fails: Broken[]) {
  const check = (says: Says, numRuns: number) => notices(of(says), numRuns)
  return { name: of.name, of: () => fc.assert(of(says), { numRuns: runs }), check, fails }
}

const properties = [
  entry(openAsSeen, 1500, ['inUtc', 'apartAtMidnight', 'openAtClosing']),
  entry(refusedAsSeen, 2000, ['inUtc', 'lateAtClosing', 'overnightForgotten', 'overnightNever']),
  entry(endlessAsShown, 1000, ['inUtc', 'overnightForgotten', 'overnightNever']),
  entry(overlapsAsCounted, 2000, ['withinTheDay']),
]

describe.each(properties)('$name', ({ of, check, fails }) => {
  test('holds for all generated hours, time zones, and reservations', { timeout: 30_000 }, () => of())

  test.each(fails)('detects the broken implementation %s', { timeout: 30_000 }, (name) => {
    expect(check(broken[name], 2000)).toBe(true)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeSpans, touches } from '../recurrence/recurrence.ts'
import { lookAt, quarters, spotsAround, whyClosed } from '../testing/availability.ts'
import { notices } from '../testing/notices.ts'
import { changeDays, rangesAround, STEP } from '../testing/recurrence.ts'
import { isoOf } from '../time/instant.ts'
import { closedSpans } from './availability.ts'
import { type CalendarPart, type CalendarReservation, spotCalendar } from './calendar.ts'

const says = { closedSpans, whyClosed, spotCalendar }
type Says = typeof says

const input = changeDays.chain(({ zone, date, at }) =>
  fc.tuple(fc.constant(zone), spotsAround(zone, date), rangesAround(at), fc.constant(at)),
)

/** A spot is closed in exactly the quarters of an hour where the slow reference says so, and the spans are merged. */
function closedAsSeen({ closedSpans }: Says) {
  return fc.property(input, ([zone, spot, { from, to }]) => {
    const look = lookAt(zone, spot, from, to)
    const spans = closedSpans(zone, spot, from, to)
    const times = quarters({ from, to })
    expect(times.map((at) => touches(spans, at, at + STEP))).toEqual(times.map((at) => look(at) !== null))
    expect(spans).toEqual(mergeSpans(spans))
    for (const span of spans) expect(from <= span.from && span.to <= to).toBe(true)
  })
}

/** The first closed quarter of an hour is reported with its cause. */
function firstCauseNamed({ whyClosed }: Says) {
  return fc.property(input, ([zone, spot, { from, to }]) => {
    const look = lookAt(zone, spot, from, to)
    const at = quarters({ from, to }).find((quarter) => look(quarter) !== null)
    const cause = at === undefined ? null : look(at)
    const expected = {
      at,
      reason: cause === 'nobody' ? 'NOT_OFFERED' : 'CLOSED',
      availability_id: cause === 'nobody' ? null : cause,
    }
    expect(whyClosed(zone, spot, from, to)).toEqual(at === undefined ? null : expected)
  })
}

/** The parts cover every quarter of an hour, agree with the slow reference, and are as long as their causes. */
function calendarAsSeen({ spotCalendar }: Says) {
  const length = fc.option(fc.integer({ min: 1, max: 200 }))
  const drawn = fc.array(fc.tuple(fc.integer({ min: -400, max: 400 }), length), { maxLength: 4 })
  return fc.property(input, drawn, ([zone, spot, { from, to }, day], rows) => {
    const reservations = rows.map(([start, length], id) => {
      const starts = day + start * STEP
      const ends_at = length === null ? null : isoOf(starts + length * STEP)
      return { id, starts_at: isoOf(starts), ends_at }
    })
    const look = lookAt(zone, spot, from, to)
    const parts = spotCalendar(zone, spot, reservations, from, to)
    const all = parts.flatMap((part) => quarters(part).map((at) => [at, formatPart(part)]))
    const seen = quarters({ from, to }).map((at) => {
      const iso = isoOf(at)
      const reservation = reservations.find(
        ({ starts_at, ends_at }) => starts_at <= iso && (ends_at === null || iso < ends_at),
      )
      const closed = look(at)
      return [at, reservation ? `TAKEN ${reservation.id}` : closed === null ? 'OPEN' : `CLOSED ${closed}`]
    })
    expect(all).toEqual(seen)
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1]
      expect(part.from).toBeLessThan(part.to)
      expect(next ? formatPart(next) : '').not.toBe(formatPart(part))
    }
  })
}

function formatPart(part: CalendarPart<CalendarReservation & { id: number }>): string {
  if (part.state === 'TAKEN') return `TAKEN ${part.reservation?.id}`
  return part.state === 'CLOSED' ? `CLOSED ${part.availability_id ?? 'nobody'}` : 'OPEN'
}

/** Deliberately wrong implementations that the properties must catch. */
const broken = {
  /** OPEN beats CLOSED. */
  openWins: {
    ...says,
    closedSpans(zone, spot, from, to) {
      const rules = spot.availability_rules.filter(({ kind }) => kind === 'CLOSED' || spot.is_assigned)
      const isOpened = rules.some(({ kind }) => kind === 'OPEN')
      return closedSpans(
        zone,
        { ...spot, availability_rules: rules.filter(({ kind }) => !isOpened || kind === 'OPEN') },
        from,
        to,
      )
    },
  },
  /** Treats an assigned spot as open by default. */
  assignedForgotten: {
    closedSpans: (zone, spot, from, to) => closedSpans(zone, { ...spot, is_assigned: false }, from, to),
    whyClosed: (zone, spot, from, to) => whyClosed(zone, { ...spot, is_assigned: false }, from, to),
    spotCalendar: (zone, spot, reservations, from, to) =>
      spotCalendar(zone, { ...spot, is_assigned: false }, reservations, from, to),
  },
  /** Reads local times as UTC. */
  inUtc: {
    closedSpans: (_zone, spot, from, to) => closedSpans('UTC', spot, from, to),
    whyClosed: (_zone, spot, from, to) => whyClosed('UTC', spot, from, to),
    spotCalendar: (_zone, spot, reservations, from, to) => spotCalendar('UTC', spot, reservations, from, to),
  },
  /** Reports the last closing availability rule instead of the first. */
  lastNamed: {
    ...says,
    whyClosed: (zone, spot, from, to) =>
      whyClosed(zone, { ...spot, availability_rules: spot.availability_rules.toReversed() }, from, to),
  },
  /** Shows a closure instead of the reservation under it. */
  closedOverTaken: {
    ...says,
    spotCalendar(zone, spot, reservations, from, to) {
      const closed = closedSpans(zone, spot, from, to)
      return spotCalendar(zone, spot, reservations, from, to).map((part) =>
        touches(closed, part.from, part.to) && part.reservation
          ? { from: part.from, to: part.to, state: 'CLOSED' as const, availability_id: null }
          : part,
      )
    },
  },
  /** Omits open-ended reservations. */
  endedOnly: {
    ...says,
    spotCalendar: (zone, spot, reservations, from, to) =>
      spotCalendar(
        zone,
        spot,
        reservations.filter(({ ends_at }) => ends_at !== null),
        from,
        to,
      ),
  },
} satisfies Record<string, Says>

type Broken = keyof typeof broken

function entry<Of>(of: (says: Says) => fc.IProperty<Of>, runs: number, fails: Broken[]) {
  const check = (says: Says, numRuns: number) => notices(of(says), numRuns)
  return { name: of.name, of: () => fc.assert(of(says), { numRuns: runs }), check, fails }
}

const properties = [
  entry(closedAsSeen, 1500, ['openWins', 'assignedForgotten', 'inUtc']),
  entry(firstCauseNamed, 1500, ['assignedForgotten', 'inUtc', 'lastNamed']),
  entry(calendarAsSeen, 1500, ['assignedForgotten', 'inUtc', 'closedOverTaken', 'endedOnly']),
]

describe.each(properties)('$name', ({ of, check, fails }) => {
  test('holds for all generated spots, time zones, and ranges', { timeout: 30_000 }, () => of())

  test.each(fails)('detects the broken implementation %s', { timeout: 30_000 }, (name) => {
    expect(check(broken[name], 1500)).toBe(true)
  })
})

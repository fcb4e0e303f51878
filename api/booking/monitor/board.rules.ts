import type { SpotAvailabilityInput } from '@openspot/core/availability/availability.ts'
import { type OpeningHours, openSpans } from '@openspot/core/availability/opening-hours.ts'
import { boardState } from '@openspot/core/board/board-state.ts'
import type { SpotAvailability } from '@openspot/core/enums.ts'
import { type Span, subtractSpans, touches } from '@openspot/core/recurrence/recurrence.ts'
import { MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import { closedWithin } from '../availability/calendar.rules.ts'

/** The columns of a lot that decide the states of its spots. */
export interface BoardLot {
  time_zone: string
  opening_hours: OpeningHours | null
  /** Whether new reservations are possible at all: its plan, its owner, or the platform may have ended them. */
  takes_bookings: boolean
}

/**
 * The state of an unoccupied spot, and the epoch minute at which its calendar changes it. Null if no change is in
 * sight.
 */
export interface CalendarState {
  state: SpotAvailability
  until: number | null
}

/** Look for the next change in growing steps, because it is usually near. */
const lookAheadDays = [3, 60, 430]

/**
 * Returns the calendar state of a free spot at a minute. It is computed from the availability rules, so it is exact for
 * any minute.
 */
export function calendarState(
  lot: BoardLot,
  spot: SpotAvailabilityInput & { is_offered: boolean },
  at: number,
  now: Date,
): CalendarState {
  const state = stateWithin(lot, spot, { from: at, to: at + 1 }, now)(at)
  for (const days of lookAheadDays) {
    const range = { from: at, to: at + days * MINUTES_PER_DAY }
    const until = changeWithin(lot, spot, range, now, state)
    if (until !== null) return { state, until }
  }
  return { state, until: null }
}

type Spot = Parameters<typeof calendarState>[1]

/** Returns the first minute of a range at which the state differs. */
function changeWithin(
  lot: BoardLot,
  spot: Spot,
  range: Span,
  now: Date,
  state: SpotAvailability,
): number | null {
  const spans = spansWithin(lot, spot, range, now)
  const stateAt = stateOf(spot, spans)
  const edges = [...spans.unlet, ...spans.closed].flatMap(({ from, to }) => [from, to])
  const bounds = edges.filter((edge) => range.from < edge && edge < range.to).sort((a, b) => a - b)
  return bounds.find((edge) => stateAt(edge) !== state) ?? null
}

const stateWithin = (lot: BoardLot, spot: Spot, range: Span, now: Date) =>
  stateOf(spot, spansWithin(lot, spot, range, now))

interface Spans {
  /** When its assignee does not sublet it. */
  unlet: Span[]
  /** When an availability rule or the lot's hours close it. */
  closed: Span[]
}

function spansWithin(lot: BoardLot, spot: Spot, range: Span, now: Date): Spans {
  const { time_zone, opening_hours, takes_bookings } = lot
  const { is_assigned, availability_rules: rules } = spot
  const of = (kind: 'OPEN' | 'CLOSED') => rules.filter((rule) => rule.kind === kind)
  return {
    unlet: closedWithin(time_zone, { is_assigned, availability_rules: of('OPEN') }, range, now),
    closed: [
      ...closedWithin(time_zone, { is_assigned: false, availability_rules: of('CLOSED') }, range, now),
      ...(takes_bookings ? [] : [range]),
      ...subtractSpans([range], openSpans(time_zone, opening_hours, range.from, range.to)),
    ],
  }
}

const stateOf =
  ({ is_assigned, is_offered }: Spot, { unlet, closed }: Spans) =>
  (at: number) =>
    boardState({
      is_assigned,
      is_offered,
      is_sublet: is_assigned && !touches(unlet, at, at + 1),
      is_closed: touches(closed, at, at + 1),
      reservation: null,
    })

/** Whether an instant is past for the monitor. The current minute is not, which is what the board asks for. */
export const isPast = (at: string, now: Date): boolean => Date.parse(at) < now.getTime() - 60_000

import type { Availability, CalendarPart } from '@openspot/contract/booking/availability.ts'
import type { RateSet } from '@openspot/contract/booking/prices.ts'
import {
  clipSpans,
  covers,
  mergeSpans,
  occurrences,
  type Span,
  subtractSpans,
  touches,
} from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { atLocal, startOfDate } from '@openspot/core/time/zone.ts'

export const HOURS = 24
/** Listed times begin on a half hour, so the current one is over for them. */
const STEP = 30

/** What a host sees of an hour: theirs alone, listed, booked, closed by the lot, over, or skipped by a clock change. */
export type CellState = 'MINE' | 'LISTED' | 'TAKEN' | 'CLOSED' | 'PAST' | 'SKIPPED'

export interface Cell extends Span {
  state: CellState
}

export interface GridDay {
  /** "2026-03-29" */
  on: string
  /** One for each hour on the clock. An hour that occurs twice is one cell of two hours. */
  cells: Cell[]
}

/** A rectangle of hours and days, from where the selection began to where it is now. */
export interface Selection {
  anchor: { day: number; hour: number }
  focus: { day: number; hour: number }
}

const spansIn = (parts: readonly CalendarPart[], state: CalendarPart['state']): Span[] =>
  parts
    .filter((part) => part.state === state)
    .map((part) => ({ from: minutesOf(part.starts_at), to: minutesOf(part.ends_at) }))

/** Returns when the lot itself closes the spot. */
export const closuresOf = (zone: string, rules: readonly Availability[], { from, to }: Span): Span[] =>
  rules
    .filter((rule) => rule.kind === 'CLOSED' && rule.spot_id === null)
    .flatMap((rule) => occurrences(zone, rule, from, to))

/** Returns the hours of days in the lot's zone, right on days of 23 and 25 hours. */
export function gridOf(
  zone: string,
  days: readonly string[],
  parts: readonly CalendarPart[],
  closures: readonly Span[],
  now: string,
): GridDay[] {
  const [taken, open] = [spansIn(parts, 'TAKEN'), spansIn(parts, 'OPEN')]
  const stateOf = ({ from, to }: Span): CellState => {
    if (from >= to) return 'SKIPPED'
    if (to <= nextStep(now)) return 'PAST'
    if (touches(taken, from, to)) return 'TAKEN'
    if (touches(open, from, to)) return 'LISTED'
    return covers(closures, Math.max(from, minutesOf(now)), to) ? 'CLOSED' : 'MINE'
  }
  return days.map((on) => {
    const [year = 0, month = 1, day = 1] = on.split('-').map(Number)
    const starts = Array.from({ length: HOURS + 1 }, (_, hour) =>
      hour === 0 ? startOfDate(zone, on) : atLocal(zone, { year, month, day, hour }),
    )
    return {
      on,
      cells: Array.from({ length: HOURS }, (_, hour) => {
        const span = { from: starts[hour] ?? 0, to: starts[hour + 1] ?? 0 }
        return { ...span, state: stateOf(span) }
      }),
    }
  })
}

const nextStep = (now: string): number => Math.ceil(minutesOf(now) / STEP) * STEP

/** Returns the first and last day and hour of a selection. */
export function boundsOf({ anchor, focus }: Selection) {
  return {
    days: [Math.min(anchor.day, focus.day), Math.max(anchor.day, focus.day)] as const,
    hours: [Math.min(anchor.hour, focus.hour), Math.max(anchor.hour, focus.hour)] as const,
  }
}

/** Returns the future times of a selection: the same hours on each of its days, joined where they adjoin. */
export function spansOf(grid: readonly GridDay[], selection: Selection, now: string): Span[] {
  const { days, hours } = boundsOf(selection)
  const spans = grid.slice(days[0], days[1] + 1).flatMap(({ cells }): Span[] => {
    const [first, last] = [cells[hours[0]], cells[hours[1]]]
    return first && last ? [{ from: Math.max(first.from, nextStep(now)), to: last.to }] : []
  })
  return mergeSpans(spans)
}

/** Returns what of the spans is listed and not booked, which is all that can be taken back. */
export const listedIn = (parts: readonly CalendarPart[], spans: readonly Span[]): Span[] => {
  const open = spansIn(parts, 'OPEN')
  return mergeSpans(spans.flatMap(({ from, to }) => clipSpans(open, from, to)))
}

/** Returns the calendar as it will be: the spans are listed or not, and what is booked stays booked. */
export function repainted(
  parts: readonly CalendarPart[],
  spans: readonly Span[],
  state: 'OPEN' | 'CLOSED',
): CalendarPart[] {
  const free = subtractSpans(spans, spansIn(parts, 'TAKEN'))
  const kept = parts.flatMap((part) =>
    subtractSpans([{ from: minutesOf(part.starts_at), to: minutesOf(part.ends_at) }], free).map((span) => ({
      ...span,
      state: part.state,
    })),
  )
  return [...kept, ...free.map((span) => ({ ...span, state }))]
    .toSorted((a, b) => a.from - b.from)
    .map((part) => ({ starts_at: isoOf(part.from), ends_at: isoOf(part.to), state: part.state }))
}

/** A time to list or to take back. */
export interface ListingChange extends Span {
  is_listed: boolean
  rates: Partial<RateSet> | null
}

/** Returns what puts the spans back to how they are in a calendar, with the prices that they had. */
export function changesBack(
  zone: string,
  parts: readonly CalendarPart[],
  rules: readonly Availability[],
  spans: readonly Span[],
): ListingChange[] {
  const listed = listedIn(parts, spans)
  const own = subtractSpans(subtractSpans(spans, listed), spansIn(parts, 'TAKEN'))
  const ratesAt = (span: Span) =>
    rules.find(
      (rule) =>
        rule.kind === 'OPEN' &&
        rule.rates &&
        covers(occurrences(zone, rule, span.from, span.to), span.from, span.to),
    )?.rates ?? null
  return [
    ...own.map((span) => ({ ...span, is_listed: false, rates: null })),
    ...listed.map((span) => ({ ...span, is_listed: true, rates: ratesAt(span) })),
  ]
}

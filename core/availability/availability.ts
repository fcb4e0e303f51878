import { MINUTES_PER_DAY, minutesOf } from '../time/instant.ts'
import {
  clipSpans,
  mergeSpans,
  occurrences,
  type RepeatWindow,
  type Span,
  subtractSpans,
} from '../windows/windows.ts'
import { flatten, type Layer } from './layers.ts'

export type AvailabilityWindow = RepeatWindow & { id: string; kind: 'OPEN' | 'CLOSED' }

/** The input that decides when a spot can be booked. */
export type SpotAvailabilityInput = {
  /** True if the spot has an assignee. */
  is_assigned: boolean
  /** OPEN windows of the spot itself; CLOSED windows of the spot, its zone, and its lot. */
  windows: readonly AvailabilityWindow[]
}

/** NOT_OFFERED: an assigned spot that no window opens. CLOSED: a window closes it. */
export type ClosedReason = 'NOT_OFFERED' | 'CLOSED'
/** Why a spot is closed; `window_id` is null if no window is the cause. */
export type Closure = { reason: ClosedReason; window_id: string | null }

const notOffered: Closure = { reason: 'NOT_OFFERED', window_id: null }

/** A year contains both clock changes; the rest allows for the last occurrence that started before it. */
const LOOK_AHEAD_MINUTES = 400 * MINUTES_PER_DAY

/**
 * Returns when a spot cannot be booked, regardless of its reservations. An unassigned spot is open unless a CLOSED
 * window closes it; an assigned one is closed unless an OPEN window of its own opens it. CLOSED always beats OPEN,
 * whether it belongs to the spot, its zone, or its lot. The caller passes all windows that apply to the spot.
 * @param from epoch minutes
 * @param to epoch minutes, or Infinity if no window repeats forever
 * @returns merged, in order, within `[from, to)`
 * @throws RangeError for an unreadable instant or date, an unknown zone, or Infinity with an endless repeat
 */
export function closedSpans(zone: string, spot: SpotAvailabilityInput, from: number, to: number): Span[] {
  return mergeSpans(closures(zone, spot, from, to))
}

/**
 * Returns the first moment (epoch minutes) at which a spot is closed, and why; null if it is open throughout. If
 * several windows close it at that moment, the first in the list counts. With Infinity and endless repeats it looks
 * ahead until everything finite has ended and one year more, after which the pattern repeats.
 * @param to epoch minutes or Infinity
 * @throws RangeError for an unreadable instant or date, or an unknown zone
 */
export function whyClosed(
  zone: string,
  spot: SpotAvailabilityInput,
  from: number,
  to: number,
): null | ({ at: number } & Closure) {
  const isEndless = to === Number.POSITIVE_INFINITY && spot.windows.some(repeatsForEver)
  const [first] = closures(zone, spot, from, isEndless ? endOfChange(spot.windows, from) : to)
  return first ? { at: first.from, ...first.what } : null
}

/**
 * Returns the closed spans with their causes, split where the cause changes; same parameters and errors as
 * `closedSpans`.
 */
export function closures(
  zone: string,
  spot: SpotAvailabilityInput,
  from: number,
  to: number,
): Layer<Closure>[] {
  if (to === Number.POSITIVE_INFINITY && spot.windows.some(repeatsForEver)) {
    throw new RangeError(
      'Windows that repeat forever have no last closing: the end of the range must be finite',
    )
  }
  const spansOf = (window: AvailabilityWindow) => clipSpans(occurrences(zone, window, from, to), from, to)
  const layers = spot.windows
    .filter(({ kind }) => kind === 'CLOSED')
    .flatMap((window) => {
      const what: Closure = { reason: 'CLOSED', window_id: window.id }
      return spansOf(window).map((span): Layer<Closure> => ({ ...span, what }))
    })
  if (spot.is_assigned) {
    const opened = spot.windows.filter(({ kind }) => kind === 'OPEN').flatMap(spansOf)
    layers.push(...subtractSpans([{ from, to }], opened).map((span) => ({ ...span, what: notOffered })))
  }
  return flatten(layers)
}

function repeatsForEver({ repeat_frequency, until_on }: AvailabilityWindow): boolean {
  return repeat_frequency !== 'NEVER' && until_on === null
}

/** Returns an instant (epoch minutes) one year after every endless repeat has started and everything else has ended. */
function endOfChange(windows: readonly AvailabilityWindow[], from: number): number {
  let latest = from
  for (const { starts_at, ends_at, until_on } of windows) {
    latest = Math.max(latest, minutesOf(starts_at), minutesOf(ends_at ?? starts_at))
    if (until_on !== null) latest = Math.max(latest, minutesOf(`${until_on}T00:00Z`))
  }
  return latest + LOOK_AHEAD_MINUTES
}

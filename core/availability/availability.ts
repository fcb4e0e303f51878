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

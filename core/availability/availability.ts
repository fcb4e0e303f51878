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

/** What decides when a spot may be booked. */
export type SpotAvailabilityInput = {
  /** Somebody's own spot. */
  is_assigned: boolean
  /** OPEN ones of the spot itself, CLOSED ones of the spot, its zone and its lot. */
  windows: readonly AvailabilityWindow[]
}

/** NOT_OFFERED: an assigned spot that nobody opened. CLOSED: a window closes it. */
export type ClosedReason = 'NOT_OFFERED' | 'CLOSED'
/** Why a spot is closed; `window_id` is null where no window is the cause. */
export type Closure = { reason: ClosedReason; window_id: string | null }

const notOffered: Closure = { reason: 'NOT_OFFERED', window_id: null }

/** A year has both changes of the clocks; the rest is for the last of what began before it. */
const LOOK_AHEAD_MINUTES = 400 * MINUTES_PER_DAY

/**
 * When a spot cannot be booked whatever stays it has. An unassigned spot is open unless a CLOSED window closes it; an
 * assigned one is closed unless an OPEN window of its own opens it. CLOSED always beats OPEN, whether it is the
 * spot's, its zone's or its lot's: the caller passes all windows that concern the spot.
 * @param from epoch minutes
 * @param to epoch minutes, or Infinity where no window repeats for ever
 * @returns merged, in order, within `[from, to)`
 * @throws RangeError for an unreadable instant or date, an unknown zone, or Infinity with an endless repeat
 */
export function closedSpans(zone: string, spot: SpotAvailabilityInput, from: number, to: number): Span[] {
  return mergeSpans(closures(zone, spot, from, to))
}

/**
 * The first moment (epoch minutes) at which a spot is not open, and because of what; null when it is open throughout.
 * Of several windows that close it then, the first named counts. With Infinity and endless repeats it looks ahead
 * until everything that ends has ended and then through a year more, after which all is as it was.
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

/** The closed spans with their causes, parted where the cause changes; as `closedSpans` and with its errors. */
export function closures(
  zone: string,
  spot: SpotAvailabilityInput,
  from: number,
  to: number,
): Layer<Closure>[] {
  if (to === Number.POSITIVE_INFINITY && spot.windows.some(repeatsForEver)) {
    throw new RangeError('Windows that repeat for ever have no last closing: ask up to an instant')
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

/** An instant by which every endless repeat has begun, all else has ended, and a year of that has passed. */
function endOfChange(windows: readonly AvailabilityWindow[], from: number): number {
  let latest = from
  for (const { starts_at, ends_at, until_on } of windows) {
    latest = Math.max(latest, minutesOf(starts_at), minutesOf(ends_at ?? starts_at))
    if (until_on !== null) latest = Math.max(latest, minutesOf(`${until_on}T00:00Z`))
  }
  return latest + LOOK_AHEAD_MINUTES
}

import { minutesOf } from '../time/instant.ts'
import { clipSpans, type Span } from '../windows/windows.ts'
import { closures, type SpotAvailabilityInput } from './availability.ts'
import { flatten, type Layer } from './layers.ts'

/** A stay on a spot; whatever else the caller knows of it comes back with its part. */
export type CalendarStay = { starts_at: string; ends_at: string | null }

/** What a spot is during a part of its calendar. */
type CalendarState<Stay extends CalendarStay> = {
  state: 'OPEN' | 'CLOSED' | 'TAKEN'
  /** With TAKEN. */
  stay?: Stay
  /** With CLOSED: the window that closes it, null where an assigned spot is not offered. */
  window_id?: string | null
}
/** Epoch minutes, half-open. */
export type CalendarPart<Stay extends CalendarStay> = Span & CalendarState<Stay>

/**
 * What a spot's calendar shows from an instant to another: parts in order without a gap, each as long as its cause
 * lasts. TAKEN beats CLOSED, since a stay is a fact on the ground; of stays that overlap the first named is shown.
 * @param from epoch minutes
 * @param to epoch minutes, or Infinity where no window repeats for ever
 * @throws RangeError for an unreadable instant or date, an unknown zone, or Infinity with an endless repeat
 */
export function spotCalendar<Stay extends CalendarStay>(
  zone: string,
  spot: SpotAvailabilityInput,
  stays: readonly Stay[],
  from: number,
  to: number,
): CalendarPart<Stay>[] {
  const taken = stays.flatMap((stay) => {
    const what: CalendarState<Stay> = { state: 'TAKEN', stay }
    const ends = stay.ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(stay.ends_at)
    return layersOf(clipSpans([{ from: minutesOf(stay.starts_at), to: ends }], from, to), what)
  })
  const closed = closures(zone, spot, from, to).flatMap((closure) =>
    layersOf<Stay>([closure], { state: 'CLOSED', window_id: closure.what.window_id }),
  )
  const parts = flatten([...taken, ...closed, ...layersOf<Stay>([{ from, to }], { state: 'OPEN' })])
  return parts.map((part) => ({ from: part.from, to: part.to, ...part.what }))
}

function layersOf<Stay extends CalendarStay>(
  spans: readonly Span[],
  what: CalendarState<Stay>,
): Layer<CalendarState<Stay>>[] {
  return spans.map(({ from, to }) => ({ from, to, what }))
}

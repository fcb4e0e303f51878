import { minutesOf } from '../time/instant.ts'
import { clipSpans, type Span } from '../windows/windows.ts'
import { closures, type SpotAvailabilityInput } from './availability.ts'
import { flatten, type Layer } from './layers.ts'

/** A reservation of a spot; any further fields that the caller adds are returned with its part. */
export type CalendarStay = { starts_at: string; ends_at: string | null }

/** The state of a spot during one part of its calendar. */
type CalendarState<Stay extends CalendarStay> = {
  state: 'OPEN' | 'CLOSED' | 'TAKEN'
  /** Set if the state is TAKEN. */
  stay?: Stay
  /** Set if the state is CLOSED: the window that closes the spot, or null if an assigned spot is not offered. */
  window_id?: string | null
}
/** Epoch minutes, half-open. */
export type CalendarPart<Stay extends CalendarStay> = Span & CalendarState<Stay>

/**
 * Returns the calendar of a spot: parts in order without gaps, each as long as its cause lasts. TAKEN beats CLOSED
 * because the car is really there; if reservations overlap, the first in the list is shown.
 * @param from epoch minutes
 * @param to epoch minutes, or Infinity if no window repeats forever
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

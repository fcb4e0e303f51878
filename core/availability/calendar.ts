import { clipSpans, type Span } from '../recurrence/recurrence.ts'
import { minutesOf } from '../time/instant.ts'
import { closures, type SpotAvailabilityInput } from './availability.ts'
import { flatten, type Layer } from './layers.ts'

/** A reservation of a spot; any further fields that the caller adds are returned with its part. */
export type CalendarReservation = { starts_at: string; ends_at: string | null }

/** The state of a spot during one part of its calendar. */
type CalendarState<ReservationTime extends CalendarReservation> = {
  state: 'OPEN' | 'CLOSED' | 'TAKEN'
  /** Set if the state is TAKEN. */
  reservation?: ReservationTime
  /**
   * Set if the state is CLOSED: the availability rule that closes the spot, or null if an assigned spot is not offered.
   */
  availability_id?: string | null
}
/** Epoch minutes, half-open. */
export type CalendarPart<ReservationTime extends CalendarReservation> = Span & CalendarState<ReservationTime>

/**
 * Returns the calendar of a spot: parts in order without gaps, each as long as its cause lasts. TAKEN beats CLOSED
 * because the car is really there; if reservations overlap, the first in the list is shown.
 * @param from epoch minutes
 * @param to epoch minutes, or Infinity if no availability rule repeats forever
 * @throws RangeError for an unreadable instant or date, an unknown zone, or Infinity with an endless repeat
 */
export function spotCalendar<ReservationTime extends CalendarReservation>(
  zone: string,
  spot: SpotAvailabilityInput,
  reservations: readonly ReservationTime[],
  from: number,
  to: number,
): CalendarPart<ReservationTime>[] {
  const taken = reservations.flatMap((times) => {
    const what: CalendarState<ReservationTime> = { state: 'TAKEN', reservation: times }
    const ends = times.ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(times.ends_at)
    return layersOf(clipSpans([{ from: minutesOf(times.starts_at), to: ends }], from, to), what)
  })
  const closed = closures(zone, spot, from, to).flatMap((closure) =>
    layersOf<ReservationTime>([closure], { state: 'CLOSED', availability_id: closure.what.availability_id }),
  )
  const parts = flatten([
    ...taken,
    ...closed,
    ...layersOf<ReservationTime>([{ from, to }], { state: 'OPEN' }),
  ])
  return parts.map((part) => ({ from: part.from, to: part.to, ...part.what }))
}

function layersOf<ReservationTime extends CalendarReservation>(
  spans: readonly Span[],
  what: CalendarState<ReservationTime>,
): Layer<CalendarState<ReservationTime>>[] {
  return spans.map(({ from, to }) => ({ from, to, what }))
}

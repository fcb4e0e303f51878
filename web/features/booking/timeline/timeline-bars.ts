import type { TimelineReservation, TimelineSpot } from '@openspot/contract/booking/timeline.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { boxOf, ROW, type Scale } from './timeline-scale.ts'

export const barKinds = ['running', 'ahead', 'held', 'over'] as const
type BarKind = (typeof barKinds)[number]

/** A reservation in a row, in epoch minutes. */
export interface Bar {
  reservation: TimelineReservation
  spot_id: string
  label: string
  row: number
  from: number
  to: number
  kind: BarKind
}

export const endMinute = (ends_at: string | null): number =>
  ends_at === null ? Number.POSITIVE_INFINITY : minutesOf(ends_at)

export const barsOf = (spot: TimelineSpot, row: number, now: string): Bar[] =>
  spot.reservations.map((reservation) => ({
    reservation,
    spot_id: spot.id,
    label: spot.label,
    row,
    from: minutesOf(reservation.starts_at),
    to: endMinute(reservation.ends_at),
    kind: phaseOf(reservation, now),
  }))

/** Whether a part of a time range is in another one. */
export const isWithin = ({ from, to }: Pick<Bar, 'from' | 'to'>, start: number, end: number): boolean =>
  from < end && to > start

/** Returns the bar of a row at a distance from the start of the scale: the nearest one within some pixels. */
export function barAt(bars: readonly Bar[], scale: Scale, x: number, slack: number): Bar | undefined {
  const [nearest] = bars
    .filter((bar) => isWithin(bar, scale.from, scale.to))
    .map((bar) => {
      const { left, width } = boxOf(scale, bar.from, bar.to)
      return { bar, distance: Math.max(left - x, x - left - width, 0) }
    })
    .filter(({ distance }) => distance <= slack)
    .toSorted((a, b) => a.distance - b.distance)
  return nearest?.bar
}

/** Returns the outlines of bars as one SVG path, as high as a bar that is an element of its own. */
export const outlineOf = (bars: readonly Bar[], scale: Scale): string =>
  bars
    .map((bar) => {
      const { left, width } = boxOf(scale, bar.from, bar.to)
      const [x, w] = [(left + 0.75).toFixed(2), Math.max(1.5, width - 1.5).toFixed(2)]
      return `M${x} 4.75h${w}v${ROW - 9.5}h-${w}z`
    })
    .join('')

/** Whether staff can move it: it is confirmed and not over. */
export const isMovable = ({ kind }: Bar): boolean => kind === 'running' || kind === 'ahead'

/** What a drag or the move mode changes. A running reservation keeps its start, and one that moves keeps its length. */
export interface Target {
  row: number
  from: number
  to: number
}

export type Handle = 'whole' | 'start' | 'end'

/** Returns where a bar is after it was moved by some minutes and rows. */
export function moved(bar: Bar, handle: Handle, minutes: number, row: number): Target {
  const { from, to, kind } = bar
  const least = 30
  if (handle === 'end') return { row: bar.row, from, to: Math.max(from + least, to + minutes) }
  if (kind === 'running') return { row, from, to }
  if (handle === 'start') return { row: bar.row, from: Math.min(to - least, from + minutes), to }
  return { row, from: from + minutes, to: to + minutes }
}

export const isSame = (bar: Bar, { row, from, to }: Target): boolean =>
  row === bar.row && from === bar.from && to === bar.to

/** Returns the reservation that has the place, or undefined if none that is loaded does. */
export const conflictOf = (bar: Bar, target: Target, others: readonly Bar[]): Bar | undefined =>
  others.find(
    (other) =>
      other.reservation.id !== bar.reservation.id && other.from < target.to && target.from < other.to,
  )

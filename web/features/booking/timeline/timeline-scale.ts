import { MINUTES_PER_DAY } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'

export const zooms = ['day', 'week', 'month'] as const
export type Zoom = (typeof zooms)[number]

/** The height of a row and of the axis above them, and the width of the labels, in pixels. The style sheet has the same. */
export const ROW = 36
export const AXIS = 48
export const LABELS = 120
/** The days that are loaded and can be scrolled to. */
export const DAYS = 31

const pixelsPerDay: Record<Zoom, number> = { day: 1440, week: 192, month: 40 }

/** How far arrow keys and a drag move a reservation, in minutes. */
export const stepOf: Record<Zoom, number> = { day: 30, week: 60, month: MINUTES_PER_DAY }

/** The part of time that is drawn, in epoch minutes, and its scale. */
export interface Scale {
  from: number
  to: number
  /** Pixels per minute. */
  per_minute: number
  zoom: Zoom
  zone: string
  /** Whether time runs from right to left, as the page is read. */
  is_mirrored: boolean
}

/** Returns the scale of the days from the local day of a minute on. */
export function scaleOf(zone: string, at: number, zoom: Zoom, is_mirrored = false): Scale {
  const from = startOfLocalDay(zone, at)
  return {
    from,
    to: plusLocalDays(zone, from, DAYS),
    per_minute: pixelsPerDay[zoom] / MINUTES_PER_DAY,
    zoom,
    zone,
    is_mirrored,
  }
}

/** Where time begins is the start; everything is measured from there. These turn it into the browser's pixels, which count from the left, and back. */
export const shiftOf = ({ is_mirrored }: Pick<Scale, 'is_mirrored'>, pixels: number): number =>
  is_mirrored ? -pixels : pixels
/** How far an element is scrolled away from the start. A browser counts below zero where an element is read from the right. */
export const scrolledOf = ({ scrollLeft }: { scrollLeft: number }): number => Math.abs(scrollLeft)
/** How far a point is from the start of a box. */
export const distanceOf = (
  { is_mirrored }: Pick<Scale, 'is_mirrored'>,
  box: { left: number; right: number },
  clientX: number,
): number => (is_mirrored ? box.right - clientX : clientX - box.left)

export const widthOf = ({ from, to, per_minute }: Scale): number => Math.round((to - from) * per_minute)
export const leftOf = ({ from, per_minute }: Scale, at: number): number => (at - from) * per_minute
export const minuteAt = ({ from, per_minute }: Scale, left: number): number => from + left / per_minute

/** Returns a number of minutes rounded to the step of the scale. */
export const snapped = ({ zoom }: Scale, minutes: number): number =>
  Math.round(minutes / stepOf[zoom]) * stepOf[zoom]

/** Returns where a time range is drawn, cut to the scale, and never too narrow to see. */
export function boxOf(scale: Scale, from: number, to: number): { left: number; width: number } {
  const left = leftOf(scale, Math.max(from, scale.from))
  return { left, width: Math.max(3, leftOf(scale, Math.min(to, scale.to)) - left) }
}

/** The rows and the time to draw. It changes in steps, so that most frames of a scroll render nothing. */
export interface View {
  first: number
  last: number
  /** The most rows that are drawn at a time. A row that comes takes the element of the one that goes (`row % slots`). */
  slots: number
  from: number
  to: number
}

/** Rows and pixels in which the drawn part moves: small, so that no single frame has much to draw. */
const ROWS_STEP = 4
const STEP = 240

/**
 * Returns what a scrolled element of this size shows, with some more on every side. A month is hardly wider than a screen, so all of
 * its time is drawn, and a scroll across draws nothing.
 */
export function viewOf(
  scale: Scale,
  rows: number,
  { top, left, width, height }: { top: number; left: number; width: number; height: number },
): View {
  const first = (Math.floor(top / ROW / ROWS_STEP) - 2) * ROWS_STEP
  const slots = (Math.ceil(height / ROW / ROWS_STEP) + 5) * ROWS_STEP
  const isWhole = scale.zoom === 'month'
  const start = (Math.floor(left / STEP) - 1) * STEP
  const end = (Math.ceil((left + width) / STEP) + 1) * STEP
  return {
    first: Math.max(0, first),
    last: Math.min(rows, first + slots),
    slots,
    from: isWhole ? scale.from : Math.max(scale.from, minuteAt(scale, start)),
    to: isWhole ? scale.to : Math.min(scale.to, minuteAt(scale, end)),
  }
}

export const sameView = (a: View, b: View): boolean =>
  a.first === b.first && a.last === b.last && a.slots === b.slots && a.from === b.from && a.to === b.to

/** Returns the starts of the local days of a scale, and of the hours that are labeled. */
export function ticksOf({ from, to, zone, zoom }: Scale): { days: number[]; hours: number[] } {
  const days: number[] = []
  for (let at = from; at < to; at = plusLocalDays(zone, at, 1)) days.push(at)
  const every = { day: 1, week: 6, month: 0 }[zoom] * 60
  const hours =
    every === 0
      ? []
      : days.flatMap((day) => {
          const end = plusLocalDays(zone, day, 1)
          return Array.from({ length: Math.ceil((end - day) / every) }, (_, n) => day + n * every)
        })
  return { days, hours }
}

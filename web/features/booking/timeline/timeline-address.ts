import { isOneOf } from '@openspot/core/enums.ts'
import {
  atLocal,
  localDate,
  localParts,
  plusLocalDays,
  startOfDate,
  startOfLocalDay,
} from '@openspot/core/time/zone.ts'
import { type Zoom, zooms } from './timeline-scale.ts'

/** What the address of the timeline says: where it is scrolled to, how far it is zoomed, and which spots it shows. */
export const addressNames = ['date', 'hour', 'row', 'zoom', 'view', 'q', 'zone_id'] as const
export type AddressValues = Record<(typeof addressNames)[number], string | null>

/** The first minute and row that are seen. */
export interface Place {
  at: number
  row: number
}

const DEFAULT_ZOOM: Zoom = 'week'

export const zoomIn = ({ zoom }: Pick<AddressValues, 'zoom'>): Zoom =>
  isOneOf(zooms, zoom) ? zoom : DEFAULT_ZOOM

export const zoomValue = (zoom: Zoom): string | null => (zoom === DEFAULT_ZOOM ? null : zoom)

/** Returns the place in an address, or null if it has no valid date. */
export function placeIn(
  zone: string,
  { date, hour, row }: Pick<AddressValues, 'date' | 'hour' | 'row'>,
): Place | null {
  const day = startOf(zone, date)
  if (day === null) return null
  const at = atLocal(zone, { ...localParts(zone, day), hour: numberIn(hour, 23), minute: 0 })
  return { at, row: numberIn(row, 9999) }
}

/** Returns how a place is written in the address: to the hour, and in a month to the nearest day. */
export function placeValues(
  zone: string,
  zoom: Zoom,
  { at, row }: Place,
): Pick<AddressValues, 'date' | 'hour' | 'row'> {
  const rowValue = row > 0 ? String(row) : null
  if (zoom === 'month') {
    const day = startOfLocalDay(zone, Math.round(at))
    const next = plusLocalDays(zone, day, 1)
    return { date: localDate(zone, next - at < at - day ? next : day), hour: null, row: rowValue }
  }
  const rounded = Math.round(at / 60) * 60
  const { hour } = localParts(zone, rounded)
  return { date: localDate(zone, rounded), hour: hour > 0 ? String(hour) : null, row: rowValue }
}

/** Returns the start of a date of the years that the API accepts. */
function startOf(zone: string, date: string | null): number | null {
  try {
    return date && /^20\d\d-\d\d-\d\d$/.test(date) ? startOfDate(zone, date) : null
  } catch {
    return null
  }
}

const numberIn = (text: string | null, most: number): number =>
  text && /^\d{1,4}$/.test(text) ? Math.min(most, Number(text)) : 0

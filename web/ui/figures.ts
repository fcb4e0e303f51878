import { formatDistance } from '@openspot/core/geo/format-distance.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'

/** Joins items: "Monday, Friday, and Sunday". */
export const listText = (t: Translate, items: readonly string[]): string =>
  new Intl.ListFormat(localeOf(t)).format(items)

/** Formats basis points: "12.5%". */
export const percentText = (t: Translate, bps: number): string =>
  new Intl.NumberFormat(localeOf(t), { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000)

/** Formats a length in one unit: "15 minutes", "1 day". */
export const lengthText = (t: Translate, value: number, unit: 'minute' | 'hour' | 'day'): string =>
  new Intl.NumberFormat(localeOf(t), { style: 'unit', unit, unitDisplay: 'long' }).format(value)

/** Formats a distance in meters with the units of the reader's region. */
export const distanceText = (t: Translate, meters: number): string => formatDistance(meters, localeOf(t))

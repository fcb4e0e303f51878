import { toFeet } from '../lots/facts.ts'

/** Countries whose signs give heights in feet and inches. */
const feetIn: ReadonlySet<string | undefined> = new Set(['US', 'GB', 'LR', 'MM', 'PR', 'GU', 'VI'])

/** Whether signs in the locale's region give heights in feet and inches. */
export const hasFeet = (locale: string): boolean => feetIn.has(new Intl.Locale(locale).maximize().region)

/** Formats a clearance with the units of the locale's region, rounded down: "6 ft 8 in" or "2.03 m". */
export function formatHeight(mm: number, locale: string): string {
  if (!hasFeet(locale)) {
    const meters = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'meter',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    })
    return meters.format(Math.floor(mm / 10) / 100)
  }
  const { feet, inches } = toFeet(mm)
  const text = (value: number, unit: 'foot' | 'inch') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
  return inches === 0 ? text(feet, 'foot') : `${text(feet, 'foot')} ${text(inches, 'inch')}`
}

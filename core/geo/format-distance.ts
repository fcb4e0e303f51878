const FEET = 3.280_84
const YARDS = 1.093_61
const MILE = 1609.344

/** Countries whose road signs have miles (https://en.wikipedia.org/wiki/Mile#Use). */
const milesIn: ReadonlySet<string | undefined> = new Set(['US', 'GB', 'LR', 'MM', 'PR', 'GU', 'VI'])

/**
 * Formats a distance in meters with the units of the locale's region: "350 ft" and "0.4 mi" in the US, "120 yd" and
 * "0.4 mi" in the UK, "350 m" and "1.2 km" elsewhere. Short distances are rounded to ten, long ones to one decimal.
 */
export function formatDistance(meters: number, locale: string): string {
  const { region } = new Intl.Locale(locale).maximize()
  if (!milesIn.has(region))
    return meters < 950 ? whole(meters, 'meter', locale) : decimal(meters / 1000, 'kilometer', locale)
  // Below a tenth of a mile, miles say too little.
  if (meters >= MILE / 10) return decimal(meters / MILE, 'mile', locale)
  return region === 'GB' ? whole(meters * YARDS, 'yard', locale) : whole(meters * FEET, 'foot', locale)
}

const whole = (value: number, unit: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 0 }).format(
    Math.max(10, Math.round(value / 10) * 10),
  )

const decimal = (value: number, unit: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)

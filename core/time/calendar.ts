/** Countries whose weeks begin on Sunday or Saturday (Unicode CLDR, supplemental `weekData`). Elsewhere it is Monday. */
const sunday =
  'AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW'
const saturday = 'AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY'
const firstDays = new Map<string | undefined, 0 | 6>([
  ...sunday.split(' ').map((region) => [region, 0] as const),
  ...saturday.split(' ').map((region) => [region, 6] as const),
])

export type FirstDay = 0 | 1 | 6

/** Returns the first day of a week in the locale's region: 0 is Sunday, 1 Monday, 6 Saturday. */
export const firstDayOfWeek = (locale: string): FirstDay =>
  firstDays.get(new Intl.Locale(locale).maximize().region) ?? 1

/** Formats a calendar date such as "2026-03-29" for a date field: "Sun, Mar 29, 2026" in the US. */
export const formatCalendarDate = (on: string, locale: string, withYear: boolean): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(withYear ? { year: 'numeric' } : {}),
    timeZone: 'UTC',
  }).format(Date.parse(`${on}T00:00:00Z`))

/** What a calendar shows, for a date such as "2026-03-29". */
export interface CalendarFormats {
  /** The head of a column: "Su", "So", "日". */
  weekday: (on: string) => string
  /** "March 2026", "2026年3月". */
  month: (on: string) => string
  /** A month in the list of a year: "Mar". */
  monthOfYear: (on: string) => string
  year: (on: string) => string
  /** The full date for screen readers. */
  day: (on: string) => string
}

/**
 * Returns the formats of a calendar from Intl, which knows every language, unlike the library of the calendar: it has only
 * English without further files.
 */
export function calendarFormats(locale: string): CalendarFormats {
  const formatted = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (on: string) => format.format(Date.parse(`${on.slice(0, 10)}T00:00:00Z`))
  }
  const [short, narrow] = [formatted({ weekday: 'short' }), formatted({ weekday: 'narrow' })]
  return {
    // Two letters tell the days apart in Latin script. Elsewhere the narrow name is the customary one.
    weekday: (on) => (/^\p{Script=Latin}/u.test(short(on)) ? short(on).slice(0, 2) : narrow(on)),
    month: formatted({ year: 'numeric', month: 'long' }),
    monthOfYear: formatted({ month: 'short' }),
    year: formatted({ year: 'numeric' }),
    day: formatted({ dateStyle: 'full' }),
  }
}

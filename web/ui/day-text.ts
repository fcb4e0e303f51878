/** Formats a date without a time: "Mar 2". */
export const dayText = (locale: string, on: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(on))

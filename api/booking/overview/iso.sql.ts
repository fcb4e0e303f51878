/** Formats an instant for JSON, which would keep the database's format. */
export const iso = (instant: string): string =>
  `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

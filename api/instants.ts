const named = /_(?:at|until|from)$/

/**
 * Rows that the database has put into JSON write their moments its way, `+00:00`; everywhere else they are written with
 * a Z and milliseconds. Makes them alike, by the names that moments have.
 */
export function withInstants<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withInstants) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    typeof inner === 'string' && named.test(name) ? new Date(inner).toISOString() : withInstants(inner),
  ])
  return Object.fromEntries(entries) as T
}

const named = /_(?:at|until|from)$/

/**
 * Converts instants in rows that the database serialized as JSON, which end in `+00:00`, to our format with
 * milliseconds and Z. Finds them by their field names.
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

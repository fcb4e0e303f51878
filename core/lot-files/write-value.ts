/** Writes a value of a file as JSON for its reader. What is nested is left out: a file may nest it deeper than can be written. */
export function writeValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return value.some(isNested) ? '[…]' : JSON.stringify(value)
  return Object.keys(value).length === 0 ? '{}' : '{…}'
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null

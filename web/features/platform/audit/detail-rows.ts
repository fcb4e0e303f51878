/** One value of an entry, with what it was before, if the entry says so. */
export interface DetailRow {
  /** As it is stored; empty if the entry is about one value only. */
  name: string
  before?: unknown
  after?: unknown
}

/**
 * Returns what an entry recorded, one row per value. `before` and `after` are either values or objects of values, and what is beside them
 * belongs to "after".
 */
export function detailRows(details: Record<string, unknown>): DetailRow[] {
  const rows = new Map<string, DetailRow>()
  const set = (name: string, side: 'before' | 'after', value: unknown) =>
    rows.set(name, { ...(rows.get(name) ?? { name }), [side]: value })
  for (const [name, value] of Object.entries(details)) {
    if (name !== 'before' && name !== 'after') set(name, 'after', value)
    else if (isObject(value)) for (const [inner, one] of Object.entries(value)) set(inner, name, one)
    else set('', name, value)
  }
  return [...rows.values()]
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/** A value as a reader takes it in: instants apart, lists and objects as text. Null: there is none. */
export type DetailValue = { at: string } | { text: string } | { is: boolean } | null

export function detailValue(value: unknown): DetailValue {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return { is: value }
  if (typeof value === 'string' && instant.test(value)) return { at: value }
  const text = textOf(value)
  return text === '' ? null : { text }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (isObject(value))
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${textOf(one)}`)
      .join('; ')
  return String(value)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

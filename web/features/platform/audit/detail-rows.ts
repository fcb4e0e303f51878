/** One value of an entry, with what it was before, if the entry says so. */
export interface DetailRow {
  /** As it is stored; empty if the entry is about one value only. */
  name: string
  before?: unknown
  after?: unknown
}

/**
 * Returns what an entry recorded, one row per value. `before` and `after` are either values or objects of values, and what is beside them
 * belongs to "after". Values that stayed the same are left out.
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
  const all = [...rows.values()].flatMap(innerRows)
  const changed = all.filter((row) => !isSame(row))
  // Some entries record everything before and after. What stayed as it was hides what changed.
  return changed.length > 0 ? changed : all
}

/** An object before and after, such as the rules of a rule set, is one row per value of it. */
function innerRows(row: DetailRow): DetailRow[] {
  const { before, after } = row
  if (!isObject(before) || !isObject(after) || 'id' in before || 'id' in after) return [row]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => ({
    name,
    before: before[name],
    after: after[name],
  }))
}

const isSame = (row: DetailRow): boolean =>
  'before' in row && 'after' in row && JSON.stringify(row.before) === JSON.stringify(row.after)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

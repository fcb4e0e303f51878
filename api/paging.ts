import { refuse } from './errors.ts'

/** Where a page ended: the sort values of its last row, in a form that nobody needs to read. */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Reads a cursor of as many values as `kinds` names; refuses one that we did not make. */
export function decodeCursor(
  cursor: string | undefined,
  kinds: readonly ('string' | 'number')[],
): (string | number)[] | null {
  if (cursor === undefined) return null
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (
      Array.isArray(values) &&
      values.length === kinds.length &&
      values.every((value, i) => typeof value === kinds[i])
    ) {
      return values as (string | number)[]
    }
  } catch {
    // Not one of ours.
  }
  return refuse('request_invalid', {
    field: 'cursor',
    message: '"cursor" must be the next_cursor of the page before.',
  })
}

/** Cuts a list that was read one row too far into a page. */
export function pageOf<Row>(rows: Row[], limit: number, valuesOf: (row: Row) => (string | number)[]) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor(valuesOf(last)) : null,
  }
}

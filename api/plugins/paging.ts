import { refuse } from '../errors.ts'
import { isWritable } from './reject-unstorable-text.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Encodes the sort values of a page's last row as an opaque cursor. */
export function encodeCursor(values: (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** The kinds of values in a cursor, and the types they are read as. */
interface Kinds {
  /** ISO 8601 in UTC with milliseconds, as the database layer returns instants. */
  instant: string
  uuid: string
  text: string
  /** ISO 4217. */
  currency: string
  /** Compared in our own code only, because a column may not hold every number. */
  number: number
  /** From 0 to the maximum of PostgreSQL's `integer`. */
  integer: number
}

const isOfKind: { [Kind in keyof Kinds]: (value: unknown) => boolean } = {
  // PostgreSQL also accepts words such as "now", and rejects days that do not exist.
  instant: (value) =>
    typeof value === 'string' &&
    /^(?:19[7-9]|[2-9]\d\d)\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString() === value,
  uuid: (value) => typeof value === 'string' && uuid.test(value),
  text: (value) => typeof value === 'string' && isWritable(value),
  currency: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31,
}

/**
 * Decodes a cursor that must hold one value of each of these kinds, in this order. Returns null if there is no cursor.
 * Throws 400 `request_invalid` on "cursor" if it can't be one of ours, because its values are cast in SQL.
 */
export function decodeCursor<const Of extends readonly (keyof Kinds)[]>(
  cursor: string | undefined,
  kinds: Of,
): { -readonly [At in keyof Of]: Kinds[Of[At]] } | null {
  if (cursor === undefined) return null
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (
      Array.isArray(values) &&
      values.length === kinds.length &&
      kinds.every((kind, at) => isOfKind[kind](values[at]))
    ) {
      return values as { -readonly [At in keyof Of]: Kinds[Of[At]] }
    }
  } catch {
    // Not JSON, so not one of ours.
  }
  return refuse('request_invalid', {
    field: 'cursor',
    message: (t) => t('apiErrors.request.cursor'),
  })
}

/** Turns a list with up to `limit` + 1 rows into a page. */
export function pageOf<Row>(rows: Row[], limit: number, valuesOf: (row: Row) => (string | number)[]) {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor(valuesOf(last)) : null,
  }
}

import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type pg from 'pg'

const batch = 4000

/**
 * Inserts many rows with few statements: PostgreSQL parses them from JSON as rows of the table. All rows have the same
 * columns; others get their defaults.
 */
export async function insertRows<Table extends keyof DB>(
  client: Pick<pg.ClientBase, 'query'>,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<void> {
  const first = rows[0]
  if (!first) return
  const columns = Object.keys(first).join(', ')
  for (let at = 0; at < rows.length; at += batch) {
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows.slice(at, at + batch), bytesAsHex)],
    )
  }
}

/** Converts bytes into the hex format that PostgreSQL parses, because JSON has none. */
function bytesAsHex(_key: string, value: unknown): unknown {
  const bytes = value as { type?: unknown; data?: unknown } | null
  return typeof bytes === 'object' && bytes?.type === 'Buffer' && Array.isArray(bytes.data)
    ? `\\x${Buffer.from(bytes.data).toString('hex')}`
    : value
}

import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type pg from 'pg'

const batch = 4000

/**
 * Puts many rows into a table with few statements: PostgreSQL itself reads them from JSON as rows of that table.
 * All rows name the same columns; the others get their defaults.
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

/** Bytes as PostgreSQL reads them from text: JSON has none. */
function bytesAsHex(_key: string, value: unknown): unknown {
  const bytes = value as { type?: unknown; data?: unknown } | null
  return typeof bytes === 'object' && bytes?.type === 'Buffer' && Array.isArray(bytes.data)
    ? `\\x${Buffer.from(bytes.data).toString('hex')}`
    : value
}

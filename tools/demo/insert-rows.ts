import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type pg from 'pg'

const batch = 4000
/** Tables of days and releases, which a running server may have counted already. */
const shared: readonly string[] = ['error_releases', 'error_intake', 'error_drops']

/**
 * Inserts many rows in their order, with few statements: PostgreSQL parses them from JSON as rows of the table. A column
 * that a row does not have gets its default; each change of the columns costs a statement.
 */
export async function insertRows<Table extends keyof DB>(
  client: Pick<pg.ClientBase, 'query'>,
  table: Table,
  rows: readonly Insertable<DB[Table]>[],
): Promise<void> {
  const onConflict = shared.includes(table) ? ' on conflict do nothing' : ''
  for (const { columns, rows: alike } of runsOfEqualColumns(rows)) {
    for (let at = 0; at < alike.length; at += batch) {
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)${onConflict}`,
        [JSON.stringify(alike.slice(at, at + batch), bytesAsHex)],
      )
    }
  }
}

function runsOfEqualColumns<Row extends object>(rows: readonly Row[]): { columns: string; rows: Row[] }[] {
  const runs: { columns: string; rows: Row[] }[] = []
  for (const row of rows) {
    const columns = Object.entries(row)
      .flatMap(([column, value]) => (value === undefined ? [] : [column]))
      .toSorted()
      .join(', ')
    const last = runs.at(-1)
    if (last?.columns === columns) last.rows.push(row)
    else runs.push({ columns, rows: [row] })
  }
  return runs
}

/** Converts bytes into the hex format that PostgreSQL parses, because JSON has none. */
function bytesAsHex(_key: string, value: unknown): unknown {
  const bytes = value as { type?: unknown; data?: unknown } | null
  return typeof bytes === 'object' && bytes?.type === 'Buffer' && Array.isArray(bytes.data)
    ? `\\x${Buffer.from(bytes.data).toString('hex')}`
    : value
}

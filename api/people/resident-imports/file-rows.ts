import { type ColumnMapping, residentFileFields } from '@openspot/core/residents/file-fields.ts'
import { uniqueColumns } from '@openspot/core/residents/unique-columns.ts'
import type { VendorRow } from '@openspot/core/residents/vendor-row.ts'
import type { Db } from '@openspot/db/database.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import { suggestMapping } from '../resident-files/mapping.ts'
import { readResidentFile } from '../resident-files/read-file.ts'
import { FileRefused } from '../resident-files/table.ts'
import { toVendorRow } from '../resident-files/to-vendor-row.ts'
import { findFile } from './files.sql.ts'
import type { WorkedImport } from './imports.sql.ts'

const rowsAtOnce = 500

/** The column of each field, by the names of `uniqueColumns`. */
export type NamedMapping = Readonly<Record<string, string>>

/** Reads the rows of an uploaded file with the mapping of its data source. Throws `FileRefused`. */
export async function* rowsOfFile(
  db: Db,
  { file_id }: WorkedImport,
  { file_mapping }: StoredDataSource,
): AsyncGenerator<VendorRow[]> {
  const file = file_id === null ? undefined : await findFile(db, file_id)
  if (!file || file_mapping === null) throw new FileRefused('EMPTY')
  const { columns, rows } = await readResidentFile(file.bytes)
  const mapping = numbered(uniqueColumns(columns), file_mapping)
  let page: VendorRow[] = []
  for await (const cells of rows) {
    const row = toVendorRow(mapping, cells)
    // A list without a status is one of people who live there; its dates decide about the rest.
    if (row !== null) page.push(mapping.status === undefined ? { ...row, status: 'Current' } : row)
    if (page.length < rowsAtOnce) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

function numbered(columns: readonly string[], mapping: NamedMapping): ColumnMapping {
  const found = residentFileFields.flatMap((field) => {
    const at = columns.indexOf(mapping[field] ?? '')
    return at === -1 ? [] : [[field, at] as const]
  })
  return Object.fromEntries(found)
}

/** Suggests the column of each field: the mapping of the previous file where it fits, otherwise by the names. */
export function suggestNames(
  columns: readonly string[],
  previous: NamedMapping | null,
): Record<string, string> {
  const kept = Object.entries(previous ?? {}).filter(([, column]) => columns.includes(column))
  if (kept.length > 0) return Object.fromEntries(kept)
  return Object.fromEntries(
    Object.entries(suggestMapping(columns)).map(([field, at]) => [field, columns[at] ?? '']),
  )
}

import { uniqueColumns } from '@openspot/core/residents/unique-columns.ts'
import type { VendorRow } from '@openspot/core/residents/vendor-row.ts'
import type { Db } from '@openspot/db/database.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import { readResidentFile } from '../resident-files/read-file.ts'
import { FileRefused } from '../resident-files/table.ts'
import { toVendorRow } from '../resident-files/to-vendor-row.ts'
import { findFile } from './files.sql.ts'
import type { WorkedImport } from './imports.sql.ts'
import { numbered } from './named-mapping.ts'

const rowsAtOnce = 500

/** Reads the rows of an uploaded file with the mapping of its data source. Throws `FileRefused`. */
export async function* rowsOfFile(
  db: Db,
  { file_id }: WorkedImport,
  { file_mapping }: StoredDataSource,
): AsyncGenerator<VendorRow[]> {
  const file = file_id === null ? undefined : await findFile(db, file_id)
  if (!file || file_mapping === null) throw new FileRefused('EMPTY')
  const { columns, rows, has_1904_dates } = await readResidentFile(file.bytes)
  const mapping = numbered(uniqueColumns(columns), file_mapping)
  let page: VendorRow[] = []
  for await (const { cells, row_no, other_width } of rows) {
    const row = toVendorRow(mapping, cells, has_1904_dates)
    // The import of such a file is refused when it is started, with all of these rows.
    if (row !== null && other_width !== null) throw new FileRefused('NOT_A_TABLE', `row ${row_no}`)
    // A list without a status is one of people who live there; its dates decide about the rest.
    if (row !== null) page.push(mapping.status === undefined ? { ...row, status: 'Current' } : row)
    if (page.length < rowsAtOnce) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

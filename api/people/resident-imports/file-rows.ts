import type { VendorRow } from '@openspot/core/residents/vendor-row.ts'
import type { Db } from '@openspot/db/database.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import { readFile } from '../resident-files/read-file.ts'
import { FileRefused } from '../resident-files/table.ts'
import { toVendorRow } from '../resident-files/to-vendor-row.ts'
import { findFile } from './files.sql.ts'
import type { WorkedImport } from './imports.sql.ts'

const rowsAtOnce = 500

/** Reads the rows of an uploaded file with the mapping of its data source. Throws `FileRefused`. */
export async function* rowsOfFile(
  db: Db,
  { file_id }: WorkedImport,
  { file_mapping }: StoredDataSource,
): AsyncGenerator<VendorRow[]> {
  const file = file_id === null ? undefined : await findFile(db, file_id)
  if (!file || file_mapping === null) throw new FileRefused('EMPTY')
  const { columns, rows } = await readFile(file.bytes, file.file_name)
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    yield rows.slice(at, at + rowsAtOnce).map((cells) => toVendorRow(columns, file_mapping, cells))
  }
}

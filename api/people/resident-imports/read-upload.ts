import { uniqueColumns } from '@openspot/core/residents/unique-columns.ts'
import { refuse } from '../../errors.ts'
import { readResidentFile } from '../resident-files/read-file.ts'
import { FileRefused } from '../resident-files/table.ts'

/** Reads an uploaded file with a name for each column. Throws `request_invalid` with the reason if it is no list of residents. */
export async function readUpload(bytes: Buffer): Promise<{ columns: string[]; rows: string[][] }> {
  try {
    const { columns, rows } = await readResidentFile(bytes)
    return { columns: uniqueColumns(columns), rows }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    const { problem } = error
    return refuse('request_invalid', {
      field: 'file',
      message: (t) => t(`residents.fileProblems.${problem}`),
    })
  }
}

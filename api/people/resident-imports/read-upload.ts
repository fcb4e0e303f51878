import { refuse } from '../../errors.ts'
import { readFile } from '../resident-files/read-file.ts'
import { FileRefused } from '../resident-files/table.ts'

/** Reads an uploaded file. Throws `request_invalid` with the reason if it is no list of residents. */
export async function readUpload(bytes: Buffer, file_name: string) {
  try {
    return await readFile(bytes, file_name)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    const { problem } = error
    return refuse('request_invalid', {
      field: 'file',
      message: (t) => t(`residents.fileProblems.${problem}`),
    })
  }
}

import { refuse } from '../../errors.ts'
import { readFile, UnreadableFile } from '../resident-files/read-file.ts'

/** Reads an uploaded file. Throws `request_invalid` with the reason if it is no list of residents. */
export async function readUpload(bytes: Buffer, file_name: string) {
  try {
    return await readFile(bytes, file_name)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { reason } = error
    return refuse('request_invalid', { field: 'file', message: (t) => t(`residents.fileProblems.${reason}`) })
  }
}

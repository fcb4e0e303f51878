import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { uniqueColumns } from '@openspot/core/residents/unique-columns.ts'
import { refuse } from '../../errors.ts'
import type { FileRefused } from '../resident-files/table.ts'

/** What the thread found in a file: a name for each column, the first rows, and how many there are; or why it can't be read. */
export type UploadRead =
  | { columns: string[]; sample: string[][]; row_count: number }
  | { problem: FileRefused['problem'] }

/**
 * Reads an uploaded file: a name for each column, the first rows, and how many there are. In a thread of its own, because a workbook
 * of 50,000 rows takes seconds, in which bookings would wait. Throws `request_invalid` with the reason if it is no list of residents.
 */
export async function readUpload(
  bytes: Buffer,
): Promise<{ columns: string[]; sample: string[][]; row_count: number }> {
  const thread = new Worker(new URL('read-upload-thread.ts', import.meta.url), { workerData: bytes })
  try {
    // An error of the thread is thrown here, too.
    const [said] = (await once(thread, 'message')) as [UploadRead]
    if (!('problem' in said)) return { ...said, columns: uniqueColumns(said.columns) }
    const { problem } = said
    return refuse('request_invalid', {
      field: 'file',
      message: (t) => t(`residents.fileProblems.${problem}`),
    })
  } finally {
    await thread.terminate()
  }
}

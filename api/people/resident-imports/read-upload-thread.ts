import { parentPort, workerData } from 'node:worker_threads'
import { readResidentFile } from '../resident-files/read-file.ts'
import { FileRefused } from '../resident-files/table.ts'
import type { UploadRead } from './read-upload.ts'

/** Rows that are shown to the person who uploads a file. */
const SAMPLE_ROWS = 5

async function read(bytes: Uint8Array): Promise<UploadRead> {
  try {
    const { columns, rows } = await readResidentFile(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    )
    const sample: string[][] = []
    let row_count = 0
    for await (const row of rows) {
      row_count += 1
      if (row_count <= SAMPLE_ROWS) sample.push(row)
    }
    return { columns, sample, row_count }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    return { problem: error.problem }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, unlike a window
parentPort?.postMessage(await read(workerData as Uint8Array))

import { parentPort, workerData } from 'node:worker_threads'
import { uniqueColumns } from '@openspot/core/residents/unique-columns.ts'
import { workLast } from '../../work-last.ts'
import { readResidentFile } from '../resident-files/read-file.ts'
import { FileRefused } from '../resident-files/table.ts'
import { toVendorRow } from '../resident-files/to-vendor-row.ts'
import { numbered, suggestNames } from './named-mapping.ts'
import type { OddRow, UploadAsked, UploadRead } from './read-upload.ts'

/** Rows that are shown to the person who uploads a file. */
const SAMPLE_ROWS = 5
const MOST_ODD_ROWS = 20

async function read({ bytes, chosen, previous }: UploadAsked): Promise<UploadRead> {
  try {
    const file = await readResidentFile(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const columns = uniqueColumns(file.columns)
    const mapping = chosen ?? suggestNames(columns, previous)
    const by_number = numbered(columns, mapping)
    const sample: string[][] = []
    const odd_rows: OddRow[] = []
    let row_count = 0
    let odd_count = 0
    for await (const { cells, row_no, other_width } of file.rows) {
      row_count += 1
      if (row_count <= SAMPLE_ROWS) sample.push(cells)
      // Totals, footers, and names of sections have other cells than the list, but no people.
      if (other_width === null || toVendorRow(by_number, cells) === null) continue
      odd_count += 1
      if (odd_count <= MOST_ODD_ROWS) odd_rows.push({ row_no, cell_count: other_width })
    }
    return { separator: file.separator, columns, mapping, sample, row_count, odd_rows, odd_count }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    return { problem: error.problem }
  }
}

workLast()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, unlike a window
parentPort?.postMessage(await read(workerData as UploadAsked))

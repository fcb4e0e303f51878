import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Separator } from '@openspot/core/text/separators.ts'
import { refuse } from '../../errors.ts'
import type { FileRefused } from '../resident-files/table.ts'
import type { NamedMapping } from './named-mapping.ts'

/** A row of a person that has other cells than the header has columns. */
export interface OddRow {
  row_no: number
  cell_count: number
}

export interface UploadAsked {
  bytes: Uint8Array
  /** The mapping that was chosen for this file; null until it was. */
  chosen: NamedMapping | null
  /** The mapping of the previous file, by which one is suggested. */
  previous: NamedMapping | null
}

export interface Upload {
  /** Null for workbooks. */
  separator: Separator | null
  /** A name for each column. */
  columns: string[]
  /** The chosen mapping, or a suggestion. */
  mapping: NamedMapping
  /** The first rows. */
  sample: string[][]
  row_count: number
  /** The first of them. */
  odd_rows: OddRow[]
  odd_count: number
}

/** What the thread found in a file, or why it can't be read. */
export type UploadRead = Upload | { problem: FileRefused['problem'] }

/**
 * Reads an uploaded file in a thread of its own, because a workbook of 50,000 rows takes seconds, in which bookings would wait.
 * Throws `request_invalid` with the reason if it is no list of residents.
 */
export async function readUpload(
  bytes: Buffer,
  of: { chosen?: NamedMapping; previous?: NamedMapping | null },
): Promise<Upload> {
  const workerData: UploadAsked = { bytes, chosen: of.chosen ?? null, previous: of.previous ?? null }
  const thread = new Worker(new URL('read-upload-thread.ts', import.meta.url), { workerData })
  try {
    // An error of the thread is thrown here, too.
    const [said] = (await once(thread, 'message')) as [UploadRead]
    if (!('problem' in said)) return said
    const { problem } = said
    return refuse('request_invalid', {
      field: 'file',
      message: (t) => t(`residents.fileProblems.${problem}`),
    })
  } finally {
    await thread.terminate()
  }
}

import type { Separator } from '@openspot/core/text/separators.ts'
import { refuse } from '../../errors.ts'
import { readInThread, type ThreadLimits } from '../../read-in-thread.ts'
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

/** The largest workbook takes some seconds, on a busy machine more. */
const limits: ThreadLimits = { milliseconds: 120_000, memory_mb: 1024 }

/**
 * Reads an uploaded file in a thread of its own: a workbook of 50,000 rows takes seconds.
 * Throws `request_invalid` with the reason if it is no list of residents.
 */
export async function readUpload(
  bytes: Buffer,
  of: { chosen?: NamedMapping; previous?: NamedMapping | null },
): Promise<Upload> {
  const workerData: UploadAsked = { bytes, chosen: of.chosen ?? null, previous: of.previous ?? null }
  const thread = new URL('read-upload-thread.ts', import.meta.url)
  const said = (await readInThread<UploadRead>(thread, workerData, limits)) ?? {
    problem: 'TOO_LARGE' as const,
  }
  if (!('problem' in said)) return said
  const { problem } = said
  return refuse('request_invalid', {
    field: 'file',
    message: (t) => t(`residents.fileProblems.${problem}`),
  })
}

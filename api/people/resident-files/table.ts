/** Why a file can't be read. What is said to people about it is in the messages. */
export const fileProblems = [
  'EMPTY',
  'TOO_LARGE',
  'TOO_MANY_ROWS',
  'TOO_MANY_COLUMNS',
  'NO_HEADER',
  'NOT_A_TABLE',
  'UNSUPPORTED_FORMAT',
  'DAMAGED',
] as const
export type FileProblem = (typeof fileProblems)[number]

/** A file that is refused as a whole. */
export class FileRefused extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem, detail = '') {
    super(detail === '' ? problem : `${problem}: ${detail}`)
    this.problem = problem
  }
}

export interface FileLimits {
  max_bytes: number
  max_rows: number
  max_columns: number
  /** The longest cell; longer ones are cut. */
  max_cell: number
  /** Bytes of a workbook without its compression. */
  max_inflated_bytes: number
}

export const residentFileLimits: FileLimits = {
  max_bytes: 20 * 1024 * 1024,
  max_rows: 50_000,
  max_columns: 100,
  max_cell: 1_000,
  max_inflated_bytes: 200 * 1024 * 1024,
}

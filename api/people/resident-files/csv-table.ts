import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Separator } from '@openspot/core/text/separators.ts'
import { encodingOfTable } from '@openspot/core/text/table-encoding.ts'
import { CsvError, parse } from 'csv-parse'
import { type TableRow, TableRows, tableOptions } from '../../csv.ts'
import { type KnownNames, SeparatorFinder } from '../../separator.ts'
import { type FileLimits, FileRefused } from './table.ts'

export type TextEncodingChoice = 'AUTO' | 'UTF-8' | 'WINDOWS-1252'

const bytesPerTurn = 64 * 1024

/** Returns a text in pieces, with a turn of the event loop between two, so that it is never in memory as a whole. */
async function* piecesOf(bytes: Uint8Array, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < bytes.length; at += bytesPerTurn) {
    const is_last = at + bytesPerTurn >= bytes.length
    yield decoder.decode(bytes.subarray(at, at + bytesPerTurn), { stream: !is_last })
    await nextTurn()
  }
}

/** A CSV file whose separator is known and whose rows are read once. */
export interface CsvFile {
  separator: Separator
  /** Reads the rows with something in them, in turns between which requests are answered. Throws `FileRefused`. */
  rows: AsyncGenerator<TableRow>
}

/** Opens a CSV file, for which it is read once to find its separator. Throws `FileRefused`. */
export async function openCsv(
  bytes: Uint8Array,
  limits: FileLimits,
  known: KnownNames,
  choice: TextEncodingChoice = 'AUTO',
): Promise<CsvFile> {
  if (bytes.length > limits.max_bytes) throw new FileRefused('TOO_LARGE')
  const encoding = choice === 'AUTO' ? encodingOfTable(bytes) : choice
  const start = new TextDecoder(encoding).decode(bytes.subarray(0, bytesPerTurn))
  // In UTF-16, half of most characters is zero.
  if (start.includes('\0') || (!encoding.startsWith('utf-16') && bytes.includes(0)))
    throw new FileRefused('UNSUPPORTED_FORMAT')
  const finder = new SeparatorFinder(known)
  for await (const piece of piecesOf(bytes, encoding)) finder.add(piece)
  const separator = finder.found()
  return { separator, rows: rowsOf(piecesOf(bytes, encoding), separator, limits) }
}

async function* rowsOf(
  pieces: AsyncGenerator<string>,
  separator: Separator,
  limits: FileLimits,
): AsyncGenerator<TableRow> {
  const parser = parse(tableOptions(separator))
  const source = Readable.from(pieces)
  source.pipe(parser)
  const all = new TableRows()
  let count = 0
  const counted = (row: TableRow): TableRow => {
    if (++count > limits.max_rows) throw new FileRefused('TOO_MANY_ROWS')
    if (widthOf(row.cells) > limits.max_columns) throw new FileRefused('TOO_MANY_COLUMNS')
    return row
  }
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const done = all.add(cells.map((cell) => cell.trim().slice(0, limits.max_cell)))
      for (const row of done) yield counted(row)
    }
    for (const row of all.end()) yield counted(row)
  } catch (error) {
    if (error instanceof CsvError) throw new FileRefused('NOT_A_TABLE', error.code)
    throw error
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** The number of cells up to the last that has something in it. */
export const widthOf = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== '') + 1

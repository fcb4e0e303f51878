import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { tableOptions } from '../../csv.ts'
import { type FileLimits, FileRefused } from './table.ts'

export type TextEncodingChoice = 'AUTO' | 'UTF-8' | 'WINDOWS-1252'

/**
 * Returns the encoding of text. Without a mark at its start, bytes that are valid UTF-8 are, because text in Windows-1252 with a
 * letter beyond ASCII almost never is.
 */
function encodingOf(bytes: Uint8Array, choice: TextEncodingChoice): string {
  if (choice !== 'AUTO') return choice
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Excel for Windows saves CSV in the other encoding.
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

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

/**
 * Reads the rows of a CSV file, empty ones left out, in turns between which requests are answered. Throws `FileRefused`.
 */
export async function* readCsvRows(
  bytes: Uint8Array,
  limits: FileLimits,
  encoding: TextEncodingChoice = 'AUTO',
): AsyncGenerator<string[]> {
  if (bytes.length > limits.max_bytes) throw new FileRefused('TOO_LARGE')
  const name = encodingOf(bytes, encoding)
  const start = new TextDecoder(name).decode(bytes.subarray(0, bytesPerTurn))
  // In UTF-16, half of most characters is zero.
  if (start.includes('\0') || (!name.startsWith('utf-16') && bytes.includes(0)))
    throw new FileRefused('UNSUPPORTED_FORMAT')
  const parser = parse({
    ...tableOptions(start),
    // A quote within a cell, such as `6" pipe`, is no error in a file that people edited.
    relax_quotes: true,
    max_record_size: 1024 * 1024,
  })
  const source = Readable.from(piecesOf(bytes, name))
  source.pipe(parser)
  let count = 0
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      const cells = row.map((cell) => cell.trim().slice(0, limits.max_cell))
      if (cells.every((cell) => cell === '')) continue
      if (++count > limits.max_rows) throw new FileRefused('TOO_MANY_ROWS')
      if (widthOf(cells) > limits.max_columns) throw new FileRefused('TOO_MANY_COLUMNS')
      yield cells
    }
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

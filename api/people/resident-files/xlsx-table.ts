import type { TableRow } from '../../csv.ts'
import { columnNumber, findMergedCells, type MergedCells, MergedValues } from './merged-cells.ts'
import { type FileLimits, FileRefused } from './table.ts'
import { type CellFormats, plainText, readFormats, readSharedStrings, readSheetList } from './xlsx-parts.ts'
import { readXmlPieces } from './xml-pieces.ts'
import { openArchive } from './zip.ts'

export interface Sheet {
  name: string
  has_1904_dates: boolean
  /** The merged cells by their first row. */
  merged: ReadonlyMap<number, readonly MergedCells[]>
  /** Reads the rows that have something in them, from the first one each time. */
  rows(): AsyncGenerator<TableRow>
}

/** Rows above the table, such as titles, that are allowed in addition. */
const TITLE_ROWS = 200
/** Columns with formats but without values may follow the table. */
const EMPTY_COLUMNS = 156

/**
 * Opens a workbook. Its cells are read as texts, dates as `YYYY-MM-DD`, while the file is inflated, so that only the texts that cells
 * share are in memory as a whole. Throws `FileRefused`, also while rows are read.
 */
export async function openWorkbook(bytes: Buffer, limits: FileLimits): Promise<Sheet[]> {
  if (bytes.length > limits.max_bytes) throw new FileRefused('TOO_LARGE')
  const archive = openArchive(bytes, limits)
  if (!archive.has('xl/workbook.xml')) throw new FileRefused('UNSUPPORTED_FORMAT')
  const { sheets, has_1904_dates } = await readSheetList(archive)
  const shared = await readSharedStrings(archive, limits)
  const formats = await readFormats(archive, has_1904_dates)
  const opened: Sheet[] = []
  for (const { name, part } of sheets) {
    const merged = await findMergedCells(archive.pieces(part))
    const rows = () => rowsOf(archive.pieces(part), { shared, formats, limits, merged })
    opened.push({ name, has_1904_dates, merged, rows })
  }
  return opened
}

interface Workbook {
  shared: readonly string[]
  formats: CellFormats
  limits: FileLimits
  merged: ReadonlyMap<number, readonly MergedCells[]>
}

interface Cell {
  column: number
  type: string
  style: number
  text: string
}

async function* rowsOf(
  pieces: AsyncGenerator<Buffer>,
  { shared, formats, limits, merged }: Workbook,
): AsyncGenerator<TableRow> {
  const values = new MergedValues(merged)
  let done: TableRow[] = []
  let row: string[] | null = null
  let row_no = 0
  let cell: Cell | null = null
  /** Whether the text is the value of a cell, and not its formula or how it is read aloud. */
  let isValue = false
  let aloud = 0

  const place = (column: number, number: number) => {
    if (number > limits.max_rows + TITLE_ROWS) throw new FileRefused('TOO_MANY_ROWS')
    if (column > limits.max_columns + EMPTY_COLUMNS) throw new FileRefused('TOO_MANY_COLUMNS')
  }
  const valueOf = ({ type, style, text }: Cell): string => {
    switch (type) {
      case 's':
        return shared[Number(text)] ?? ''
      case 'b':
        return text.trim() === '1' ? 'true' : 'false'
      case 'e':
        return ''
      case 'n':
        return formats.textOf(text, style)
      case 'd':
        // ISO 8601, of which only the date counts. A time alone is none.
        return /^\s*(\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? text.trim()
      default:
        return plainText(text, limits)
    }
  }
  const reader = {
    open(name: string, attributeOf: (name: string) => string | null) {
      if (name === 'dimension') {
        const { column, row: last } = addressOf(attributeOf('ref')?.split(':').at(-1) ?? '')
        place(column, last)
      } else if (name === 'row') {
        row = []
        row_no = Number(attributeOf('r') ?? row_no + 1)
        place(0, row_no)
      } else if (name === 'c' && row !== null) {
        const address = addressOf(attributeOf('r') ?? '')
        // Cells without an address follow one another.
        const column = address.column || row.length + 1
        place(column, address.row)
        cell = { column, type: attributeOf('t') ?? 'n', style: Number(attributeOf('s') ?? 0), text: '' }
      } else if (name === 'rPh') aloud += 1
      isValue = cell !== null && aloud === 0 && (name === 'v' || name === 't')
    },
    text(text: string) {
      if (isValue && cell !== null && cell.text.length < limits.max_cell * 2) cell.text += text
    },
    close(name: string) {
      isValue = false
      if (name === 'rPh') aloud -= 1
      else if (name === 'c' && cell !== null && row !== null) {
        const text = valueOf(cell)
        if (text !== '') {
          while (row.length < cell.column - 1) row.push('')
          row[cell.column - 1] = text
        }
        cell = null
      } else if (name === 'row' && row !== null) {
        values.fill(row_no, row)
        if (row.length > 0) done.push({ cells: row, row_no, is_even: false })
        row = null
      }
    },
  }
  for await (const _ of readXmlPieces(pieces, reader)) {
    yield* done
    done = []
  }
}

/** The column and row of a cell such as `AB12`; 0 for what is not given. */
function addressOf(text: string): { column: number; row: number } {
  const [, letters = '', row = '0'] = /^\$?([A-Z]{1,7})\$?(\d{1,9})$/.exec(text) ?? []
  return { column: columnNumber(letters), row: Number(row) }
}

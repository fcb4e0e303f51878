import { type FileLimits, FileRefused } from './table.ts'
import { readXmlWhole } from './xml-pieces.ts'
import type { Archive } from './zip.ts'

/** The most memory that the texts of all cells may take: each costs about as much as these bytes besides its letters. */
const MAX_SHARED_BYTES = 100 * 1024 * 1024
const BYTES_PER_TEXT = 40

interface SheetList {
  sheets: { name: string; part: string }[]
  /** Workbooks of old Macs count days from 1904. */
  has_1904_dates: boolean
}

/** Reads which sheets there are, in their order. */
export async function readSheetList(archive: Archive): Promise<SheetList> {
  const parts = new Map<string, string>()
  await readXmlWhole(archive.pieces('xl/_rels/workbook.xml.rels'), {
    open(name, attributeOf) {
      const target = attributeOf('Target')
      const id = attributeOf('Id')
      if (name === 'Relationship' && id !== null && target !== null)
        parts.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  const list: SheetList = { sheets: [], has_1904_dates: false }
  await readXmlWhole(archive.pieces('xl/workbook.xml'), {
    open(name, attributeOf) {
      if (name === 'workbookPr') list.has_1904_dates = /^(?:1|true)$/.test(attributeOf('date1904') ?? '')
      if (name !== 'sheet') return
      const part = parts.get(attributeOf('r:id') ?? attributeOf('id') ?? '')
      // A sheet may also be a chart.
      if (part !== undefined && archive.has(part)) list.sheets.push({ name: attributeOf('name') ?? '', part })
    },
  })
  return list
}

/** Reads the texts that cells refer to by number. */
export async function readSharedStrings(archive: Archive, limits: FileLimits): Promise<string[]> {
  const part = 'xl/sharedStrings.xml'
  const texts: string[] = []
  if (!archive.has(part)) return texts
  let bytes = 0
  let text: string | null = null
  let isText = false
  /** Within how a text is read aloud, which is no part of it. */
  let aloud = 0
  await readXmlWhole(archive.pieces(part), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') aloud += 1
      isText = name === 't' && aloud === 0
    },
    text(said) {
      if (text !== null && isText && text.length < limits.max_cell * 2) text += said
    },
    close(name) {
      isText = false
      if (name === 'rPh') aloud -= 1
      if (name !== 'si' || text === null) return
      // A copy, because a part of a longer text keeps all of it in memory.
      const copy = Buffer.from(plainText(text, limits)).toString()
      bytes += BYTES_PER_TEXT + copy.length
      if (bytes > MAX_SHARED_BYTES) throw new FileRefused('TOO_LARGE', 'texts')
      texts.push(copy)
      text = null
    },
  })
  return texts
}

/** Returns the text of a cell on one line, without the escapes of characters that XML cannot contain. */
export const plainText = (text: string, { max_cell }: FileLimits): string =>
  text
    .replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, max_cell)

export interface CellFormats {
  /** Returns a number as text: a date if the style of its cell shows one. */
  textOf(number: string, style: number): string
}

/** The formats of dates that every workbook has. Those of times, 18 to 21 and 45 to 47, show no date. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

/** What a format such as `mm/dd/yyyy` or `0.00 "m"` shows of a positive number, without texts, colors, and spaces of a width. */
const shownBy = (code: string): string =>
  code.replaceAll(/\\.|"[^"]*"|\[[^\]]*\]|[_*]./g, '').split(';', 1)[0] ?? ''

/**
 * Whether a format is one of dates. One that shows digits is not, even if some program wrote a unit or a currency, such as `0.00 CAD`,
 * without quotes. An `m` is the month, unless there are hours or seconds, of which it is the minutes.
 */
function isDateFormat(code: string): boolean {
  const shown = shownBy(code)
  if (/general/i.test(shown) || /[0#?]/.test(shown.replaceAll(/s\.0+/gi, 's'))) return false
  return /[dy]/i.test(shown) || (/m/i.test(shown) && !/[hs]/i.test(shown))
}

/** Reads which styles of cells show dates. */
export async function readFormats(archive: Archive, has_1904_dates: boolean): Promise<CellFormats> {
  const dates = new Set<number>()
  /** The digits that a style shows at least, such as 4 for units like `0101`. */
  const widths = new Map<number, number>()
  const part = 'xl/styles.xml'
  const own = new Map<number, string>()
  let isInCells = false
  let style = 0
  if (archive.has(part)) {
    await readXmlWhole(archive.pieces(part), {
      open(name, attributeOf) {
        if (name === 'numFmt') own.set(Number(attributeOf('numFmtId')), attributeOf('formatCode') ?? '')
        else if (name === 'cellXfs') isInCells = true
        else if (name === 'xf' && isInCells) {
          const id = Number(attributeOf('numFmtId') ?? 0)
          const code = own.get(id)
          if (code === undefined ? isBuiltInDate(id) : isDateFormat(code)) dates.add(style)
          else if (/^0+$/.test(shownBy(code ?? ''))) widths.set(style, shownBy(code ?? '').length)
          style += 1
        }
      },
      close(name) {
        if (name === 'cellXfs') isInCells = false
      },
    })
  }
  // Day 0 is two days before 1900-01-01, because Excel counts a February 29 of 1900.
  const first_day = has_1904_dates ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  return {
    textOf(number, of) {
      const value = number.trim() === '' ? Number.NaN : Number(number)
      if (Number.isNaN(value)) return ''
      // Less than a day is a time, and 0 is what a formula has for an empty cell.
      if (dates.has(of) && (value >= 1 || (value === 0 && !has_1904_dates))) {
        const at = new Date(first_day + Math.floor(value) * 86_400_000)
        return value === 0 || Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10)
      }
      if (!Number.isInteger(value)) return String(Number(value.toFixed(6)))
      return value < 0 ? String(value) : String(value).padStart(widths.get(of) ?? 0, '0')
    },
  }
}

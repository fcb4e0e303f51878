import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile, csvText } from './csv.ts'

test('quotes a cell with a comma, a quote, or a line break', () => {
  expect(csvText([['a', 'b,c', 'd "e"', 'f\ng', 'h\ri']])).toBe('a,"b,c","d ""e""","f\ng","h\ri"\r\n')
})

test('neutralizes formulas and keeps numbers', () => {
  expect(csvText([['=1+1', '@cmd', '+1 555', '-x', '-12.50', '8']])).toBe(
    "'=1+1,'@cmd,'+1 555,'-x,-12.50,8\r\n",
  )
})

test('neutralizes formulas that begin with a tab, a line break, or a full-width sign', () => {
  expect(csvText([['\t=1', '\r=1', '＝1', '＋1', '－1', '＠1']])).toBe(
    "'\t=1,\"'\r=1\",'＝1,'＋1,'－1,'＠1\r\n",
  )
})

test('every table is read back as it was written, without the mark before formulas', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('=', '-', '1', '.', '"', "'", ',', ';', '\n', '\r', '\t', '＝') }),
  )
  const tables = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  const marked = (text: string) =>
    /^[=+@\t\r＝＋－＠-]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  fc.assert(
    fc.property(tables, (rows) => {
      const read = parse(csvText(rows), { relax_column_count: true, record_delimiter: '\r\n' })
      expect(read).toEqual(rows.map((row) => row.map(marked)))
    }),
    { numRuns: 500 },
  )
})

test('a file that is written page by page is the table as a whole, with one byte order mark', async () => {
  const file = csvFile(['name', 'plate'])
  file.add([['Ada', 'A 1']])
  file.add([])
  file.add([['=Otto', 'B "2"']])
  const written = file.file('Lot 1: list')
  expect(written.name).toBe('Lot-1-list.csv')
  const bytes = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await written.arrayBuffer())
  const whole = csvText([
    ['name', 'plate'],
    ['Ada', 'A 1'],
    ['=Otto', 'B "2"'],
  ])
  expect(bytes).toBe(`\ufeff${whole}`)
})

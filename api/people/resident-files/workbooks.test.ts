import { readDate } from '@openspot/core/residents/clean-date.ts'
import { describe, expect, test } from 'vitest'
import { suggestMapping } from './mapping.ts'
import { readResidentFile } from './read-file.ts'
import { storedZip } from './testing/stored-zip.ts'
import { toVendorRow } from './to-vendor-row.ts'

interface Parts {
  /** The `sheetData` and what follows it. */
  sheet: string
  /** The format of style 1; a number is one that every workbook has. */
  format?: string | number
  shared?: string
  properties?: string
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Returns a workbook of exactly these parts, as programs other than our factory write them. */
function workbookOf({ sheet, format = 0, shared = '', properties = '' }: Parts): Buffer {
  const id = typeof format === 'number' ? format : 164
  const code = String(format).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const own =
    typeof format === 'number' ? '' : `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>`
  const parts = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}">${properties}<sheets><sheet name="Roll" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet ${main}>${sheet}</worksheet>`,
    'xl/styles.xml': `<styleSheet ${main}>${own}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="${id}"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${shared}</sst>`,
  }
  return storedZip(new Map(Object.entries(parts).map(([name, xml]) => [name, Buffer.from(xml)])))
}

const text = (address: string, value: string) =>
  `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`
const letters = 'ABCDEFGHIJ'
/** A row of texts; an empty one is no cell. */
const row = (row_no: number, ...values: string[]) =>
  `<row r="${row_no}">${values.map((value, at) => (value === '' ? '' : text(`${letters[at]}${row_no}`, value))).join('')}</row>`
const merged = (...areas: string[]) =>
  `<mergeCells count="${areas.length}">${areas.map((area) => `<mergeCell ref="${area}"/>`).join('')}</mergeCells>`
const data = (...rows: string[]) => `<sheetData>${rows.join('')}</sheetData>`

async function read(parts: Parts) {
  const { columns, rows, has_1904_dates } = await readResidentFile(workbookOf(parts))
  const all: string[][] = []
  const people: ReturnType<typeof toVendorRow>[] = []
  for await (const { cells } of rows) {
    all.push(cells)
    people.push(toVendorRow(suggestMapping(columns), cells, has_1904_dates))
  }
  return { columns, rows: all, people }
}

/** Reads one cell of a rent roll, in the column of the date on which the lease starts. */
async function startsOf(cell: string, parts: Omit<Parts, 'sheet'> = {}) {
  const head = row(1, 'Unit', 'Name', 'Lease Start')
  const person = `<row r="2">${text('A2', '101')}${text('B2', 'Lee, Ann')}${cell}</row>`
  const { people } = await read({ ...parts, sheet: data(head, person) })
  return people[0]?.lease_starts ?? null
}
const seen = (given: string | null) => {
  const date = readDate(given, '2026-03-01')
  return date.kind === 'DATE' ? date.on : date.kind
}
const mac = { properties: '<workbookPr date1904="1"/>' }

describe('a cell of dates', () => {
  test.each([
    ['an ISO date and time', '<c r="C2" t="d"><v>2026-08-14T00:00:00</v></c>', '2026-08-14'],
    ['an ISO date', '<c r="C2" t="d"><v>2026-08-14</v></c>', '2026-08-14'],
    ['an ISO time in UTC', '<c r="C2" t="d" s="1"><v>2026-08-14T23:59:59.999Z</v></c>', '2026-08-14'],
    ['an ISO time without a date', '<c r="C2" t="d"><v>10:30:00</v></c>', 'INVALID'],
    ['a text with the month first', text('C2', '8/14/2026'), '2026-08-14'],
    ['a text with a time', text('C2', '08/14/2026 12:00:00 AM'), '2026-08-14'],
    ['an ISO text', text('C2', '2026-08-14'), '2026-08-14'],
    ['a text of a formula', '<c r="C2" t="str"><f>TEXT(A1,"m/d/yyyy")</f><v>8/14/2026</v></c>', '2026-08-14'],
    ['a text with the day first', text('C2', '14/8/2026'), 'INVALID'],
    ['a text with a year of two digits', text('C2', '8/14/26'), 'INVALID'],
    ['a text with the name of the month', text('C2', '14-Aug-2026'), 'INVALID'],
    ['a number without a format', '<c r="C2"><v>46248</v></c>', '2026-08-14'],
    ['a number with a time', '<c r="C2" s="1"><v>46248.999988</v></c>', '2026-08-14'],
    ['the 0 of a formula for an empty cell', '<c r="C2" s="1"><f>D2</f><v>0</v></c>', 'NONE'],
    ['a time without a date', '<c r="C2" s="1"><v>0.4375</v></c>', 'INVALID'],
    ['a negative number', '<c r="C2" s="1"><v>-3</v></c>', 'INVALID'],
  ])('with %s is read or refused', async (_, cell, expected) => {
    expect(seen(await startsOf(cell, { format: 14 }))).toBe(expected)
  })

  test.each([
    ['a format of dates', '<c r="C2" s="1"><v>44786</v></c>', mac, '2026-08-14'],
    ['no format', '<c r="C2"><v>44786</v></c>', mac, '2026-08-14'],
    [
      'the word true',
      '<c r="C2" s="1"><v>44786</v></c>',
      { properties: '<workbookPr date1904="true"/>' },
      '2026-08-14',
    ],
    ['an ISO date', '<c r="C2" t="d"><v>2026-08-14</v></c>', mac, '2026-08-14'],
    [
      'the system switched off',
      '<c r="C2" s="1"><v>46248</v></c>',
      { properties: '<workbookPr date1904="0"/>' },
      '2026-08-14',
    ],
  ])('in a workbook that counts from 1904, with %s, is that day', async (_, cell, parts, expected) => {
    expect(seen(await startsOf(cell, { ...parts, format: 14 }))).toBe(expected)
  })
})

describe('a number with the format', () => {
  test.each([
    ['0.00 "m"', '46248.5', '46248.5'],
    ['0.00\\ \\m', '12.5', '12.5'],
    ['0.00 m', '12.5', '12.5'],
    ['#,##0.0" yd"', '46248', '46248'],
    ['#,##0.00\\ [$CAD]', '46248', '46248'],
    ['#,##0.00 CAD', '46248', '46248'],
    ['"USD "#,##0.00;[Red]\\-"USD "#,##0.00', '1200', '1200'],
    ['_-* #,##0.00\\ "kr."_-;\\-* #,##0.00\\ "kr."_-;_-* "-"??\\ "kr."_-;_-@_-', '1200', '1200'],
    ['_y#,##0_d', '46248', '46248'],
    ['[$-409]#,##0" days"', '46248', '46248'],
    ['0.00E+00', '46248', '46248'],
    ['General" days"', '46248', '46248'],
    ['0000', '101', '0101'],
    ['[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '2025550101', '2025550101'],
    ['h:mm AM/PM', '0.5', '0.5'],
    ['[h]:mm:ss', '26.5', '26.5'],
    ['mm:ss.0', '0.5', '0.5'],
    [20, '0.5', '0.5'],
    [20, '46248.5', '46248.5'],
    ['@_d', '46248', '46248'],
    [44, '1200', '1200'],
    [49, '46248', '46248'],
    [14, '46248', '2026-08-14'],
    [22, '46248.5', '2026-08-14'],
    ['yyyy\\-mm\\-dd\\Thh:mm:ss.000', '46248.5', '2026-08-14'],
    ['[$-409]mmmm\\ d\\,\\ yyyy;@', '46248', '2026-08-14'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '46248', '2026-08-14'],
    ['mmm', '46248', '2026-08-14'],
    ['yyyy"年"m"月"d"日"', '46248', '2026-08-14'],
    ['"Rent due "d', '46248', '2026-08-14'],
    ['dd/mm/yyyy;;', '46248', '2026-08-14'],
  ])('%s of %s is %s', async (format, number, expected) => {
    const cell = `<row r="2">${text('A2', 'x')}<c r="B2" s="1"><v>${number}</v></c></row>`
    const { rows } = await read({ format, sheet: data(row(1, 'Name', 'Unit'), cell) })
    expect(rows[0]?.[1]).toBe(expected)
  })
})

describe('merged cells', () => {
  test.each([
    [
      'names of two rows, of which some span columns and others both rows',
      data(
        row(1, 'Juniper Court – Rent Roll'),
        row(2, 'Unit', 'Resident', 'Lease', '', 'Move', '', 'Balance'),
        row(3, '', '', 'From', 'To', 'In', 'Out', ''),
        row(4, '101', 'Lee, Ann', '1/1/2026', '12/31/2026', '1/5/2026', '', '0'),
      ) + merged('A1:G1', 'A2:A3', 'B2:B3', 'C2:D2', 'E2:F2', 'G2:G3'),
      ['Unit', 'Resident', 'Lease From', 'Lease To', 'Move In', 'Move Out', 'Balance'],
      ['101', 'Lee, Ann', '1/1/2026', '12/31/2026', '1/5/2026', '', '0'],
    ],
    [
      'names below names that span columns, and others that only stand in the upper row',
      data(
        row(2, 'Unit', 'Name', 'Lease', ''),
        row(3, '', '', 'From', 'To'),
        row(4, '101', 'Lee, Ann', '1/1/2026', '12/31/2026'),
      ) + merged('C2:D2'),
      ['Unit', 'Name', 'Lease From', 'Lease To'],
      ['101', 'Lee, Ann', '1/1/2026', '12/31/2026'],
    ],
    [
      'names of two rows, of which one has a second line',
      data(
        row(1, 'Unit', 'Name', 'E-mail', 'Move In'),
        row(2, '', '', '', '(scheduled)'),
        row(3, '101', 'Lee, Ann', 'ann@people.example', '1/5/2026'),
      ) + merged('A1:A2', 'B1:B2', 'C1:C2'),
      ['Unit', 'Name', 'E-mail', 'Move In (scheduled)'],
      ['101', 'Lee, Ann', 'ann@people.example', '1/5/2026'],
    ],
    [
      'names of groups above the names',
      data(
        row(1, 'Home', '', 'Resident', ''),
        row(2, 'Unit', 'Sq. ft.', 'Name', 'E-mail'),
        row(3, '101', '700', 'Lee, Ann', 'ann@people.example'),
      ) + merged('A1:B1', 'C1:D1'),
      ['Unit', 'Home Sq. ft.', 'Resident Name', 'E-mail'],
      ['101', '700', 'Lee, Ann', 'ann@people.example'],
    ],
    [
      'a title right above the names',
      data(row(1, 'Juniper Court'), row(2, 'Unit', 'Name'), row(3, '101', 'Lee, Ann')) + merged('A1:B1'),
      ['Unit', 'Name'],
      ['101', 'Lee, Ann'],
    ],
    [
      'a name that spans the columns of two names, and a row of only those below',
      data(row(1, 'Unit', 'Name', ''), row(2, '', 'Lee', 'Ann'), row(3, '102', 'Kim', 'Bo')) +
        merged('B1:C1'),
      ['Unit', 'Name', 'Name'],
      ['', 'Lee', 'Ann'],
    ],
  ])('in a header: %s', async (_, sheet, columns, first) => {
    const file = await read({ sheet })
    expect(file.columns).toEqual(columns)
    expect(file.rows[0]).toEqual(first)
  })

  test('in the column of units give each roommate the unit, and end with the area', async () => {
    const sheet =
      data(
        row(1, 'Unit', 'Name'),
        row(2, '101', 'Lee, Ann'),
        row(3, '', 'Kim, Bo'),
        row(4, '', 'Diaz, Eva'),
        row(5, '102', 'Roe, Jo'),
      ) + merged('A2:A3')
    expect((await read({ sheet })).people.map((person) => [person?.unit, person?.last_name])).toEqual([
      ['101', 'Lee'],
      ['101', 'Kim'],
      [null, 'Diaz'],
      ['102', 'Roe'],
    ])
  })

  test('are found across the pieces in which a large sheet is inflated', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) =>
      row(at + 2, at % 2 === 0 ? `U${at}` : '', 'Lee, Ann'),
    )
    const areas = Array.from({ length: 1_500 }, (_, at) => `A${at * 2 + 2}:A${at * 2 + 3}`)
    const { people } = await read({ sheet: data(row(1, 'Unit', 'Name'), ...rows) + merged(...areas) })
    expect(people.map((person) => person?.unit)).toEqual(rows.map((_, at) => `U${at - (at % 2)}`))
  })
})

test.each([
  [
    'shared texts',
    '<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh><phoneticPr fontId="1"/></si>',
    '山田',
  ],
  [
    'shared texts in parts',
    '<si><r><t>山</t></r><r><rPr><b/></rPr><t>田</t></r><rPh sb="0" eb="1"><t>ヤマ</t></rPh><rPh sb="1" eb="2"><t>ダ</t></rPh></si>',
    '山田',
  ],
  ['an empty shared text', '<si/>', ''],
])('how a name is read aloud is no part of it in %s', async (_, shared, name) => {
  const person = `<row r="2">${text('A2', '101')}<c r="B2" t="s"><v>1</v></c></row>`
  const { rows } = await read({
    shared: `<si><t>Name</t></si>${shared}`,
    sheet: data(`<row r="1">${text('A1', 'Unit')}<c r="B1" t="s"><v>0</v></c></row>`, person),
  })
  expect(rows).toEqual([['101', name]])
})

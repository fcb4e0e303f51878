import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { suggestMapping } from './mapping.ts'
import { readResidentFile } from './read-file.ts'
import { FileRefused, residentFileLimits } from './table.ts'
import { storedZip } from './testing/stored-zip.ts'
import { workbook } from './testing/workbook.ts'
import { openArchive } from './zip.ts'

async function readWhole(bytes: Buffer, limits = residentFileLimits) {
  const { rows, sheet, columns } = await readResidentFile(bytes, limits)
  const all: string[][] = []
  for await (const { cells } of rows) all.push(cells)
  return { sheet, columns, rows: all }
}

const problemOf = async (bytes: Buffer, limits = residentFileLimits) => {
  const error = await readWhole(bytes, limits).catch((thrown: unknown) => thrown)
  return error instanceof FileRefused ? error.problem : error
}

describe('CSV files', () => {
  const expected = {
    sheet: null,
    columns: ['First Name', 'Last Name', 'Unit'],
    rows: [
      ['Zoë', 'Gómez, Jr.', '204'],
      ['Ann', 'Lee', ''],
    ],
  }
  const text = 'First Name,Last Name,Unit\r\nZoë,"Gómez, Jr.",204\r\n\r\nAnn,Lee,\r\n'

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['semicolons', Buffer.from('First Name;Last Name;Unit\nZoë;Gómez, Jr.;204\nAnn;Lee;\n')],
    ['tabs', Buffer.from('First Name\tLast Name\tUnit\nZoë\tGómez, Jr.\t204\nAnn\tLee\t\n')],
    ['a title above', Buffer.from(`Rent roll\nAs of,03/01/2026\n${text}`)],
    ['a header on each page', Buffer.from(`${text}First Name,Last Name,Unit\n`)],
    ['several line ends', Buffer.from('First Name,Last Name,Unit\r\nZoë,"Gómez, Jr.",204\nAnn,Lee,\r')],
    ['old line ends', Buffer.from(text.replaceAll('\r\n', '\r'))],
  ])('are read with %s', async (_, bytes) => {
    expect(await readWhole(bytes)).toEqual(expected)
  })

  test.each([
    ['an empty one', Buffer.alloc(0), 'EMPTY'],
    ['one with only separators', Buffer.from(',,,\n,,\n'), 'EMPTY'],
    ['one of one line of text', Buffer.from('hello'), 'NO_HEADER'],
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'UNSUPPORTED_FORMAT'],
    [
      'a workbook of before 2007',
      Buffer.from('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', 'latin1'),
      'UNSUPPORTED_FORMAT',
    ],
    ['one with zero bytes', Buffer.from('first name,unit\n\0,1'), 'UNSUPPORTED_FORMAT'],
    ['an unclosed quote', Buffer.from('first name,unit\n"Ann,1\n'), 'NOT_A_TABLE'],
  ])('refuse %s', async (_, bytes, problem) => {
    expect(await problemOf(bytes)).toBe(problem)
  })

  test('refuse too many bytes, rows, and columns', async () => {
    const limits = { ...residentFileLimits, max_bytes: 2_000, max_rows: 3, max_columns: 4 }
    expect(await problemOf(Buffer.from('x'.repeat(2_001)), limits)).toBe('TOO_LARGE')
    expect(await problemOf(Buffer.from('first name,unit\na,1\nb,2\nc,3\n'), limits)).not.toBeInstanceOf(Error)
    expect(await problemOf(Buffer.from('first name,unit\na,1\nb,2\nc,3\nd,4\n'), limits)).toBe(
      'TOO_MANY_ROWS',
    )
    expect(await problemOf(Buffer.from('first name,unit,c,d,e\n'), limits)).toBe('TOO_MANY_COLUMNS')
    expect(
      await problemOf(Buffer.from(`first name,unit\n${','.repeat(500)}\na,b,,,,,\n`), limits),
    ).not.toBeInstanceOf(Error)
  })

  test.each(['\r\n', '\n', '\r'])(
    'have each row once where a piece ends within the line end %j',
    async (end) => {
      for (const letters of [65_534, 65_535, 65_536, 65_537]) {
        const head = `First Name,Unit${end}`
        const rows = `${'A'.repeat(600)},1${end}`.repeat(108)
        const last = 'A'.repeat(letters - head.length - rows.length - ',2'.length)
        const whole = await readWhole(Buffer.from(`${head}${rows}${last},2${end}Ann,3${end}`))
        expect(whole.rows.slice(107).map(([, unit]) => unit)).toEqual(['1', '2', '3'])
      }
    },
  )

  test('stop reading after the limit of rows', async () => {
    const bytes = Buffer.from(`first name,unit\n${'Ann,1\n'.repeat(60_000)}`)
    expect(await problemOf(bytes)).toBe('TOO_MANY_ROWS')
  })

  test('cut cells that are too long', async () => {
    const { rows } = await readWhole(Buffer.from(`first name,unit\n${'A'.repeat(5_000)},1\n`))
    expect(rows[0]?.[0]).toHaveLength(1_000)
  })
})

const date = (value: string) => ({ value: new Date(`${value}T00:00:00Z`), type: Date, format: 'mm/dd/yyyy' })

describe('workbooks', () => {
  const rentRoll = () =>
    workbook([
      [{ value: 'Juniper Court – Rent Roll', columnSpan: 5 }, null, null, null, null],
      [{ value: 'As of 03/01/2026' }],
      [],
      ['Unit', 'Resident', 'Name', 'Lease Expiration', 'Cell Phone'].map((value) => ({ value })),
      [
        { value: 101 },
        { value: 't0000101' },
        { value: 'Müller, Zoë' },
        date('2026-08-14'),
        { value: 2025550101 },
      ],
      [{ value: '1-02' }, { value: 't0000102' }, { value: 'VACANT' }, null, null],
    ] as never)

  /** Changes a part of a workbook, as an attacker or another program would have written it. */
  async function changed(name: string, change: (xml: string) => string): Promise<Buffer> {
    const archive = openArchive(await rentRoll(), residentFileLimits)
    const parts = new Map<string, Buffer>()
    for (const part of partNames) if (archive.has(part)) parts.set(part, await wholeOf(archive.pieces(part)))
    const before = parts.get(name)
    if (!before) throw new Error([...parts.keys()].join(' '))
    return storedZip(parts.set(name, Buffer.from(change(before.toString('utf8')))))
  }
  const sheet = 'xl/worksheets/sheet1.xml'
  const partNames = [
    sheet,
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/sharedStrings.xml',
    'xl/styles.xml',
  ]
  async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
    const all: Buffer[] = []
    for await (const piece of pieces) all.push(piece)
    return Buffer.concat(all)
  }

  test('are read with titles above the header, merged cells, dates, and numbers', async () => {
    expect(await readWhole(await rentRoll())).toEqual({
      sheet: 'Sheet1',
      columns: ['Unit', 'Resident', 'Name', 'Lease Expiration', 'Cell Phone'],
      rows: [
        ['101', 't0000101', 'Müller, Zoë', '2026-08-14', '2025550101'],
        ['1-02', 't0000102', 'VACANT', '', ''],
      ],
    })
  })

  test('have the values of their formulas', async () => {
    const bytes = await changed(sheet, (xml) => xml.replace(/(<c r="A5"[^>]*>)/, '$1<f>SUM(1,100)</f>'))
    expect((await readWhole(bytes)).rows[0]?.[0]).toBe('101')
  })

  /** A workbook with these cells in the row of the first resident. */
  const withCells = (cells: string) =>
    changed(sheet, (xml) => xml.replace(/<row r="5".*?<\/row>/s, `<row r="5">${cells}</row>`))

  test.each([
    ['texts within the cell', '<c r="A5" t="inlineStr"><is><t>12</t></is></c>', '12'],
    [
      'texts in parts',
      '<c r="A5" t="inlineStr"><is><r><t>1</t></r><r><t xml:space="preserve">2 </t></r></is></c>',
      '12',
    ],
    [
      'how a text is read aloud',
      '<c r="A5" t="inlineStr"><is><t>12</t><rPh sb="0" eb="1"><t>no</t></rPh></is></c>',
      '12',
    ],
    ['texts of formulas', '<c r="A5" t="str"><f>"1"&amp;"2"</f><v>1&amp;2</v></c>', '1&2'],
    ['escaped characters', '<c r="A5" t="inlineStr"><is><t>1_x000D_\n2</t></is></c>', '1 2'],
    ['truth', '<c r="A5" t="b"><v>1</v></c>', 'true'],
    ['errors', '<c r="A5" t="e"><v>#REF!</v></c><c r="B5" t="inlineStr"><is><t>x</t></is></c>', ''],
    ['dates as text', '<c r="A5" t="d"><v>2026-03-01T00:00:00</v></c>', '2026-03-01'],
    ['numbers with many digits', '<c r="A5"><v>0.30000000000000004</v></c>', '0.3'],
    ['no addresses', '<c><v>12</v></c>', '12'],
    ['a prefix', '<x:c xmlns:x="urn:x" r="A5"><x:v>12</x:v></x:c>', '12'],
  ])('may have %s', async (_, cells, text) => {
    expect((await readWhole(await withCells(cells))).rows[0]?.[0]).toBe(text)
  })

  test.each([
    ['mm/dd/yyyy', '2026-08-14'],
    ['[$-409]d-mmm-yy;@', '2026-08-14'],
    ['"day" 0', '46248'],
    ['[Red]0.00', '46248'],
    ['General', '46248'],
  ])('with the format %s show a number as %s', async (format, text) => {
    const bytes = await changed('xl/styles.xml', (xml) =>
      xml.replace(/formatCode="[^"]*"/g, `formatCode="${format.replaceAll('"', '&quot;')}"`),
    )
    expect((await readWhole(bytes)).rows[0]?.[3]).toBe(text)
  })

  test('of old Macs count days from 1904', async () => {
    const bytes = await changed('xl/workbook.xml', (xml) =>
      xml.replace(/<workbookPr[^>]*\/>/, '').replace(/(<workbook[^>]*>)/, '$1<workbookPr date1904="1"/>'),
    )
    expect((await readWhole(bytes)).rows[0]?.[3]).toBe('2030-08-15')
  })

  test('have their sheets where they say, and the one with the names of a list is read', async () => {
    const bytes = await workbook([
      { data: [[{ value: 'Notes' }], [{ value: 'Nothing' }]], sheet: 'Cover' },
      {
        data: [
          [{ value: 'Unit' }, { value: 'Name' }],
          [{ value: 101 }, { value: 'Ada' }],
        ],
        sheet: 'List',
      },
    ] as never)
    expect(await readWhole(bytes)).toMatchObject({ sheet: 'List', rows: [['101', 'Ada']] })
  })

  test.each([
    [
      'a cell far below',
      (xml: string) =>
        xml.replace('</sheetData>', '<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>'),
      'TOO_MANY_ROWS',
    ],
    [
      'a cell far to the right',
      (xml: string) => xml.replace('</sheetData>', '<row r="7"><c r="XFD7"><v>1</v></c></row></sheetData>'),
      'TOO_MANY_COLUMNS',
    ],
    [
      'a declared extent that is too large',
      (xml: string) => xml.replace('<sheetData>', '<dimension ref="A1:C9999999"/><sheetData>'),
      'TOO_MANY_ROWS',
    ],
    [
      'an external entity',
      (xml: string) =>
        xml.replace('<worksheet', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet'),
      'DAMAGED',
    ],
  ])('are refused with %s', async (_, change, problem) => {
    expect(await problemOf(await changed(sheet, change))).toBe(problem)
  })

  test('of other programs and damaged ones are refused', async () => {
    expect(await problemOf(storedZip(new Map([['word/document.xml', Buffer.from('<a/>')]])))).toBe(
      'UNSUPPORTED_FORMAT',
    )
    const bytes = await rentRoll()
    expect(await problemOf(bytes.subarray(0, bytes.length / 2))).toBe('DAMAGED')
    expect(await problemOf(Buffer.from('PK\x03\x04 something else'))).toBe('DAMAGED')
    for (let at = 0; at < bytes.length; at += 97) {
      const broken = Buffer.from(bytes)
      broken.writeUInt8(broken.readUInt8(at) ^ 0xff, at)
      const outcome = await problemOf(broken)
      expect(outcome instanceof Error ? String(outcome) : '').toBe('')
    }
  })

  /** An archive whose only sheet is deflated, with the size that it claims. */
  function bomb(real: number, claimed: number): Buffer {
    const data = deflateRawSync(Buffer.alloc(real, ' '))
    const stored = storedZip(
      new Map([
        [sheet, data],
        ['xl/workbook.xml', Buffer.from('<a/>')],
      ]),
    )
    // The method and size of the first entry, at its place in both lists.
    const list = stored.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
    stored.writeUInt16LE(8, list + 10)
    stored.writeUInt32LE(claimed, list + 24)
    return stored
  }

  test('that inflate to more than the limit are refused by their declared size', async () => {
    const limits = { ...residentFileLimits, max_inflated_bytes: 1024 * 1024 }
    expect(await problemOf(bomb(5_000_000, 5_000_000), limits)).toBe('TOO_LARGE')
  })

  test('that claim less than they inflate to are refused at that size', async () => {
    expect(await problemOf(bomb(50_000_000, 1_000))).toBe('DAMAGED')
    // It stops at the first piece, which is longer than the claim.
    const pieces = openArchive(bomb(50_000_000, 1_000), residentFileLimits).pieces(sheet)
    await expect(wholeOf(pieces)).rejects.toThrow('size of a part')
    const short = openArchive(bomb(1_000, 1_001), residentFileLimits).pieces(sheet)
    await expect(wholeOf(short)).rejects.toThrow('size of a part')
  })
})

test.each([
  [
    ['Unit', 'Resident', 'Name', 'Market Rent', 'Move In', 'Lease Expiration', 'Move Out'],
    { unit: 0, person_id: 1, full_name: 2, moves_in: 4, lease_ends: 5, moves_out: 6 },
  ],
  [
    ['Bldg/Unit', 'Tenant Name', 'Lease\nStart Date', 'Lease Exp. Date', 'E-mail', 'Phone #', 'Status'],
    { unit: 0, full_name: 1, lease_starts: 2, lease_ends: 3, email: 4, phone: 5, status: 6 },
  ],
  [
    [
      'FirstName',
      'LastName',
      'EmailAddress',
      'CellPhone',
      'HomePhone',
      'Apt #',
      'Building',
      'License Plate',
      'Plate State',
      'Parking Spot',
    ],
    {
      first_name: 0,
      last_name: 1,
      email: 2,
      mobile_phone: 3,
      home_phone: 4,
      unit: 5,
      building: 6,
      plate: 7,
      plate_region: 8,
      spot: 9,
    },
  ],
  [
    [
      'site_id',
      'unit_number',
      'resident_id',
      'household_id',
      'lease_id',
      'first_name',
      'last_name',
      'lease_status',
      'lease_start',
      'lease_end',
      'move_in',
      'move_out',
    ],
    {
      property_id: 0,
      unit: 1,
      person_id: 2,
      household_id: 3,
      lease_id: 4,
      first_name: 5,
      last_name: 6,
      status: 7,
      lease_starts: 8,
      lease_ends: 9,
      moves_in: 10,
      moves_out: 11,
    },
  ],
  [['Rent', 'Balance', ''], {}],
  [['Email', 'Email'], { email: 0 }],
])('suggests what the columns %j are', (columns, expected) => {
  expect(suggestMapping(columns)).toEqual(expected)
})

import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { suggestMapping } from './mapping.ts'
import { readResidentFile } from './read-file.ts'
import { FileRefused, residentFileLimits } from './table.ts'
import { readParts, storedZip } from './zip.ts'

const problemOf = async (bytes: Buffer, limits = residentFileLimits) => {
  const error = await readResidentFile(bytes, limits).catch((thrown: unknown) => thrown)
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
  const text = 'First Name,Last Name,Unit\r\nZoë,"Gómez, Jr.",204\r\n\r\nAnn,Lee\r\n'

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['semicolons', Buffer.from('First Name;Last Name;Unit\nZoë;Gómez, Jr.;204\nAnn;Lee\n')],
    ['tabs', Buffer.from('First Name\tLast Name\tUnit\nZoë\tGómez, Jr.\t204\nAnn\tLee\n')],
    ['a title above', Buffer.from(`Rent roll\nAs of,03/01/2026\n${text}`)],
    ['a header on each page', Buffer.from(`${text}First Name,Last Name,Unit\n`)],
    ['old line ends', Buffer.from(text.replaceAll('\r\n', '\r'))],
  ])('are read with %s', async (_, bytes) => {
    expect(await readResidentFile(bytes)).toEqual(expected)
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

  test('stop reading after the limit of rows', async () => {
    const bytes = Buffer.from(`first name,unit\n${'Ann,1\n'.repeat(60_000)}`)
    expect(await problemOf(bytes)).toBe('TOO_MANY_ROWS')
  })

  test('cut cells that are too long', async () => {
    const { rows } = await readResidentFile(Buffer.from(`first name,unit\n${'A'.repeat(5_000)},1\n`))
    expect(rows[0]?.[0]).toHaveLength(1_000)
  })
})

const date = (value: string) => ({ value: new Date(`${value}T00:00:00Z`), type: Date, format: 'mm/dd/yyyy' })
const workbook = (rows: Parameters<typeof writeXlsxFile>[0]) => writeXlsxFile(rows as never).toBuffer()

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
    const parts = await readParts(await rentRoll(), residentFileLimits)
    const part = parts.get(name)
    if (!part) throw new Error([...parts.keys()].join(' '))
    return storedZip(parts.set(name, Buffer.from(change(part.toString('utf8')))))
  }
  const sheet = 'xl/worksheets/sheet1.xml'

  test('are read with titles above the header, merged cells, dates, and numbers', async () => {
    expect(await readResidentFile(await rentRoll())).toEqual({
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
    expect((await readResidentFile(bytes)).rows[0]?.[0]).toBe('101')
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
    await expect(readParts(bomb(50_000_000, 1_000), residentFileLimits)).rejects.toThrow('compression')
    expect(await problemOf(bomb(1_000, 1_001))).toBe('DAMAGED')
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

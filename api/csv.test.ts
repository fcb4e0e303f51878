import { importSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import {
  createDataSourceRoute,
  importResidentFileRoute,
  uploadResidentFileRoute,
} from '@openspot/contract/people/data-sources.ts'
import { createInvitesRoute, previewInvitesRoute } from '@openspot/contract/people/invites.ts'
import { decodeTable } from '@openspot/core/text/table-encoding.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from './testing/api.ts'
import { aLot } from './testing/factories/lots.ts'
import { aMember, type Person } from './testing/factories/people.ts'

let api: TestApi
let lot_id: string
let owner: Person
let data_source_id: string
beforeAll(async () => {
  api = await testApi()
  lot_id = (await aLot(api)).lot_id
  owner = await aMember(api, lot_id, 'SUPER_ADMIN')
  const body = { kind: 'FILE', name: 'Rent roll' } as const
  data_source_id = (await api.call(createDataSourceRoute, { params: { lot_id }, body }, owner.token)).id
})
// A person may upload 20 files in 10 minutes.
beforeEach(async () => {
  owner = await aMember(api, lot_id, 'SUPER_ADMIN')
})
afterAll(() => api.close())

const kinds = ['spots', 'invites', 'residents'] as const
type Kind = (typeof kinds)[number]

/** Three columns of each kind of table: a key and two texts. */
const headers = {
  spots: ['label', 'note', 'zone'],
  invites: ['email', 'first_name', 'last_name'],
  residents: ['Email', 'First Name', 'Last Name'],
} as const
const keyOf = (kind: Kind, number: number) => (kind === 'spots' ? `K${number}` : `k${number}@people.example`)

interface Previewed {
  separator: string | null
  rows: (string | null)[][]
  /** The numbers and texts of the rows that have other cells than the header. */
  named: [number, string][]
}

const upload = (bytes: Buffer) => {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'table.csv', { type: 'text/csv' }))
  return api.call(uploadResidentFileRoute, { params: { data_source_id }, body: form }, owner.token)
}

/** Previews a file as its screen does. Screens of spots and invites decode it, and the API decodes that of residents. */
async function preview(kind: Kind, bytes: Buffer): Promise<Previewed> {
  const csv = decodeTable(bytes)
  const isWidth = ({ message }: { message: string }) => message.includes('but the header has')
  if (kind === 'spots') {
    const request = { params: { lot_id }, body: { csv, is_preview: true } }
    const { separator, rows } = await api.call(importSpotsRoute, request, owner.token)
    return {
      separator,
      rows: rows.map(({ label, note, zone }) => [label, note, zone]),
      named: rows.flatMap(({ line, errors }) =>
        errors.filter(isWidth).map(({ message }): [number, string] => [line, message]),
      ),
    }
  }
  if (kind === 'invites') {
    const { separator, items } = await api.call(previewInvitesRoute, { body: { lot_id, csv } }, owner.token)
    return {
      separator,
      rows: items.map(({ email, first_name, last_name }) => [email, first_name, last_name]),
      named: items.flatMap(({ line, errors }) =>
        errors.filter(isWidth).map(({ message }): [number, string] => [line, message]),
      ),
    }
  }
  const { separator, sample, refused_rows, refused_count } = await upload(bytes)
  expect(refused_rows.length).toBe(refused_count)
  return {
    separator,
    rows: sample.map((cells) => cells.map((cell) => cell || null)),
    named: refused_rows.map(({ row_no, message }) => [row_no, message]),
  }
}

/** Returns a table of a kind: `H` is its header with commas, and `K1`, `K2`, … are its keys. */
const tableOf = (kind: Kind, text: string) =>
  text
    .replaceAll(/\bH([,;\t|])/g, (_, mark: string) => headers[kind].join(mark))
    .replaceAll(/\bK(\d+)\b/g, (_, number: string) => keyOf(kind, Number(number)))

const big16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
/** Bytes of Windows-1252; Node only writes Latin-1, which lacks its quotation marks, dashes, and euro sign. */
const windows1252 = (text: string) =>
  Buffer.from(text.replaceAll('€', '\x80').replaceAll('’', '\x92').replaceAll('–', '\x96'), 'latin1')
const accents = 'H,\r\nK1,Zoë’s – €5,Gómez\r\n'

describe.each(kinds)('a table of %s', (kind) => {
  const read = (text: string, encode: (text: string) => Buffer = (all) => Buffer.from(all)) =>
    preview(kind, encode(tableOf(kind, text)))
  const [k1, k2, k3] = [1, 2, 3].map((number) => keyOf(kind, number))

  test.each([
    ['the first line ends otherwise than the others', 'H,\r\nK1,A,B\nK2,C,D\nK3,E,F\r\n'],
    ['each line ends otherwise', 'H,\nK1,A,B\rK2,C,D\r\nK3,E,F'],
    ['lines end as on old Macs', 'H,\rK1,A,B\rK2,C,D\rK3,E,F\r'],
  ])('has all of its rows when %s', async (_, text) => {
    const { rows, named } = await read(text)
    expect(rows).toEqual([
      [k1, 'A', 'B'],
      [k2, 'C', 'D'],
      [k3, 'E', 'F'],
    ])
    expect(named).toEqual([])
  })

  test.each([
    ['COMMA', ','],
    ['SEMICOLON', ';'],
    ['TAB', '\t'],
    ['BAR', '|'],
  ])('is split at its separator, and its preview says %s', async (separator, mark) => {
    // Each cell contains the other separators, and more of them than there are columns.
    const others = [',', ';', '|']
      .filter((other) => other !== mark)
      .join(' ')
      .repeat(3)
    const text = `H${mark}\nK1${mark}Tower A${others}${mark}East\nK2${mark}x${mark}y\n`
    expect(await read(text)).toEqual({
      separator,
      rows: [
        [k1, `Tower A${others}`, 'East'],
        [k2, 'x', 'y'],
      ],
      named: [],
    })
  })

  test('is split at the same separator where only rows far below have more of another', async () => {
    const text = `H;\n${'K1;a;b\n'.repeat(100)}${'K2;"a,b,c,d,e";f, g, h\n'.repeat(150)}`
    expect(await read(text)).toMatchObject({ separator: 'SEMICOLON', named: [] })
  })

  test('is split as its header says where another separator fits more rows', async () => {
    const { separator, named } = await read('H;\nK1;a, b;c\nK2;d, e\nK3;f, g;h\n')
    expect([separator, ...named.map(([row_no]) => row_no)]).toEqual(['SEMICOLON', 3])
  })

  test('keeps separators, line ends, and doubled quotes within quotes, and quotes within a cell', async () => {
    const { rows, named } = await read('H,\r\nK1,"a, ""b""","c"\r\nK2,6" pipe,"d\r\ne"\r\nK3,x,y,z\r\n')
    expect(rows.map((row) => row.map((cell) => cell?.replaceAll(/\s+/g, ' ')))).toEqual([
      [k1, 'a, "b"', 'c'],
      [k2, '6" pipe', 'd e'],
      [k3, 'x', 'y'],
    ])
    // Its number is that of a spreadsheet, in which the cell of two lines is one row.
    expect(named.map(([row_no]) => row_no)).toEqual([4])
  })

  test.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-8 with a mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 as "Unicode text" of Excel', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 with the high byte first', big16],
    ['Windows-1252 as "CSV" of Excel for Windows', windows1252],
  ])('is read in %s', async (_, encode) => {
    expect(await read(accents, encode)).toEqual({
      separator: 'COMMA',
      rows: [[k1, 'Zoë’s – €5', 'Gómez']],
      named: [],
    })
  })

  test('names each row with more or fewer cells than the header, and accepts empty cells beyond it', async () => {
    const { named } = await read('H,\nK1,a\n\n,,\nK2,a,b,c\nK3,a,b,\nK4,a,b\nK5\n')
    expect(named).toEqual([
      [2, 'This row has 2 cells, but the header has 3 columns.'],
      [5, 'This row has 4 cells, but the header has 3 columns.'],
      [8, 'This row has 1 cell, but the header has 3 columns.'],
    ])
  })

  test('accepts the rows that Excel ends early, which are 16 at once, and no others', async () => {
    const full = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => `K${from + at},a,b`).join('\r\n')
    const short = (from: number, to: number) => full(from, to).replaceAll(/,b$/gm, '')
    // Rows 1 to 16, 17 to 32, and 33 to 35 of the sheet.
    expect((await read(`H,\r\n${full(1, 15)}\r\n${short(16, 31)}\r\n${short(32, 34)}\r\n`)).named).toEqual([])
    const inHeaderBlock = await read(`H,\r\n${full(1, 14)}\r\n${short(15, 31)}\r\n`)
    expect(inHeaderBlock.named.map(([row_no]) => row_no)).toEqual([16])
    const uneven = await read(`H,\r\n${full(1, 15)}\r\n${short(16, 17)}\r\n${full(18, 31)}\r\n`)
    expect(uneven.named.map(([row_no]) => row_no)).toEqual([17, 18])
  })

  test('may have columns without a name after its last one, which are empty', async () => {
    const text = tableOf(kind, 'H,').concat(',,\n', tableOf(kind, 'K1,a,b,,\nK2,a,b\nK3,a,b,,c\n'))
    expect((await preview(kind, Buffer.from(text))).named.map(([row_no]) => row_no)).toEqual([4])
  })
})

const odd = Buffer.from(tableOf('residents', 'H,\nK1,Ada,Lovelace\nK2,Grace\n'))

test('a file of residents whose header has no known name is split as most of its rows fit', async () => {
  const table = 'Wohnung;Mieter\n1;"Lee, Ann"\n2;Kim, Bo\n3;Ada\n4;Grace\n'
  expect(await upload(Buffer.from(table))).toMatchObject({
    separator: 'SEMICOLON',
    columns: ['Wohnung', 'Mieter'],
    sample: { length: 4 },
  })
})

test('residents of a file with a row of other width are not imported, and the row is named', async () => {
  const { id, mapping } = await upload(odd)
  const request = {
    params: { data_source_id, resident_file_id: id },
    body: { mapping, is_complete: true },
  }
  const refusal = await api.refusal(importResidentFileRoute, request, owner.token)
  expect(refusal).toMatchObject({ status: 400, field: 'file' })
  expect(refusal.message).toContain('upload it again: 3.')
  const { rows } = await api.deps.database.pool.query('select from resident_imports where lot_id = $1', [
    lot_id,
  ])
  expect(rows).toEqual([])
})

test('a rent roll has titles, sections, and totals of other widths, which are no rows of people', async () => {
  const { columns, row_count, refused_count } = await upload(
    Buffer.from(
      'Rent roll\nAs of;March 1, 2026\n\nUnit;Name;Email;Rent\nBuilding A\n1;Lee, Ann;ann@people.example;1,200\n2;VACANT;;\nTotal;2 units\nPrinted by Kim\n',
    ),
  )
  expect({ columns, row_count, refused_count }).toEqual({
    columns: ['Unit', 'Name', 'Email', 'Rent'],
    row_count: 5,
    refused_count: 0,
  })
})

test('spots and invites with a row of other width are added all or none', async () => {
  const text = (kind: Kind) => tableOf(kind, 'H,\nK1,a,b\nK2,a\n')
  const spots = { params: { lot_id }, body: { csv: text('spots') } }
  expect(await api.refusal(importSpotsRoute, spots, owner.token)).toMatchObject({ code: 'rows_refused' })
  const invites = { body: { lot_id, csv: text('invites') } }
  expect(await api.refusal(createInvitesRoute, invites, owner.token)).toMatchObject({ field: 'csv' })
})

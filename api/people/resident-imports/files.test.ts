import {
  createDataSourceRoute,
  importResidentFileRoute,
  uploadResidentFileRoute,
} from '@openspot/contract/people/data-sources.ts'
import {
  applyImportRoute,
  discardImportRoute,
  getImportRoute,
  listImportRowsRoute,
  listImportsRoute,
} from '@openspot/contract/people/resident-imports.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { workbook } from '../resident-files/testing/workbook.ts'

let api: TestApi
let lot_id: string
let owner: Person
let data_source_id: string
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot_id = (await aLot(api)).lot_id
  owner = await aMember(api, lot_id, 'SUPER_ADMIN')
  const body = { kind: 'FILE', name: 'Rent roll' } as const
  data_source_id = (await api.call(createDataSourceRoute, { params: { lot_id }, body }, owner.token)).id
})
afterAll(() => api.close())

const rentRoll = [
  'Maple Court,,,,',
  'Apt,Resident,E-mail,Phone,Move In',
  '101,"Lovelace, Ada",ada@residents.example,,1/5/2026',
  '102,VACANT,,,',
  '103,"Hopper, Grace",,(202) 456-1414,1/5/2026',
].join('\r\n')

const formOf = (text: string, name = 'rent-roll.csv') => {
  const form = new FormData()
  form.append('file', new File([text], name, { type: 'text/csv' }))
  return form
}
const upload = (text: string) =>
  api.call(uploadResidentFileRoute, { params: { data_source_id }, body: formOf(text) }, owner.token)
const start = async (resident_file_id: string, mapping: Record<string, string>, is_complete = true) => {
  const params = { data_source_id, resident_file_id }
  const { id } = await api.call(
    importResidentFileRoute,
    { params, body: { mapping, is_complete } },
    owner.token,
  )
  await api.runJobs()
  return api.call(getImportRoute, { params: { import_id: id } }, owner.token)
}

test('a rent roll is understood, previewed, and applied, and its columns are remembered for the next one', async () => {
  const file = await upload(rentRoll)
  expect(file).toMatchObject({
    file_name: 'rent-roll.csv',
    columns: ['Apt', 'Resident', 'E-mail', 'Phone', 'Move In'],
    mapping: { full_name: 'Resident', email: 'E-mail', phone: 'Phone', unit: 'Apt', moves_in: 'Move In' },
  })
  const preview = await start(file.id, file.mapping)
  expect(preview).toMatchObject({ stage: 'PREVIEW', action_counts: { CREATE: 2 } })
  const params = { import_id: preview.id }
  const rows = await api.call(listImportRowsRoute, { params, query: {} }, owner.token)
  expect(rows.items.map(({ name, unit, email, phone }) => [name, unit, email, phone])).toEqual([
    ['Ada Lovelace', '101', 'ada@residents.example', null],
    ['Grace Hopper', '103', null, '+12024561414'],
  ])
  await api.call(applyImportRoute, { params, body: {} }, owner.token)
  await api.runJobs()
  expect(await api.call(getImportRoute, { params }, owner.token)).toMatchObject({
    status: 'SUCCESS',
    rows_applied: 2,
  })
  // With another name, the column is found because it was chosen, and not by its name.
  const other = rentRoll.replace('Apt,', 'Door,')
  const again = await start((await upload(other)).id, { ...file.mapping, unit: 'Door' })
  expect(again.action_counts).toEqual({ UNCHANGED: 2 })
  await api.call(discardImportRoute, { params: { import_id: again.id } }, owner.token)
  expect((await upload(other)).mapping).toMatchObject({ unit: 'Door' })
})

test('a row whose phone number cannot be used says why', async () => {
  const table =
    'Apt,Resident,E-mail,Phone,Move In\n101,"Lovelace, Ada",ada@residents.example,44 20 7946 0018,1/5/2026\n'
  const file = await upload(table)
  const { id } = await start(file.id, file.mapping)
  const { items } = await api.call(listImportRowsRoute, { params: { import_id: id }, query: {} }, owner.token)
  expect(items).toMatchObject([{ codes: ['INVALID_PHONE'], phone_fault: 'no_country_code', phone: null }])
})

test('a workbook with a header of two rows and a unit of two roommates is previewed as it is shown', async () => {
  const bytes = await workbook([
    [
      { value: 'Unit', rowSpan: 2 },
      { value: 'Resident', rowSpan: 2 },
      { value: 'E-mail', rowSpan: 2 },
      { value: 'Move', columnSpan: 2 },
      null,
    ],
    [null, null, null, { value: 'In' }, { value: 'Out' }],
    [
      { value: '101', rowSpan: 2 },
      { value: 'Lovelace, Ada' },
      { value: 'ada@residents.example' },
      { value: new Date('2026-01-05T00:00:00Z'), type: Date, format: 'mm/dd/yyyy' },
      null,
    ],
    [null, { value: 'Hopper, Grace' }, { value: 'grace@residents.example' }, { value: '1/6/2026' }, null],
  ] as never)
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'rent-roll.xlsx'))
  const file = await api.call(
    uploadResidentFileRoute,
    { params: { data_source_id }, body: form },
    owner.token,
  )
  expect(file).toMatchObject({
    separator: null,
    columns: ['Unit', 'Resident', 'E-mail', 'Move In', 'Move Out'],
    mapping: { full_name: 'Resident', moves_in: 'Move In', moves_out: 'Move Out' },
  })
  const { id } = await start(file.id, file.mapping)
  const rows = await api.call(listImportRowsRoute, { params: { import_id: id }, query: {} }, owner.token)
  expect(rows.items.map(({ name, unit, access_from }) => [name, unit, access_from])).toEqual([
    ['Ada Lovelace', '101', '2026-01-05'],
    ['Grace Hopper', '101', '2026-01-06'],
  ])
})

test('a discarded preview changes nothing, and the file is deleted', async () => {
  const file = await upload(rentRoll)
  const preview = await start(file.id, file.mapping)
  const params = { import_id: preview.id }
  const discarded = await api.call(discardImportRoute, { params }, owner.token)
  expect(discarded).toMatchObject({ status: 'FAILURE', stage: 'DISCARDED', failure: 'STOPPED' })
  const { pool } = api.deps.database
  const left = await pool.query('select id from resident_files where data_source_id = $1', [data_source_id])
  expect(left.rows).toEqual([])
  const residents = await pool.query('select id from residents where lot_id = $1', [lot_id])
  expect(residents.rows).toEqual([])
})

test('a lot without an import says so', async () => {
  const listed = await api.call(listImportsRoute, { params: { lot_id }, query: {} }, owner.token)
  expect(listed).toEqual({ items: [], next_cursor: null, status: 'NOT_FOUND' })
})

test('a file that is no list, an unknown column, and a second import at once are refused', async () => {
  const wrong = await api.refusal(
    uploadResidentFileRoute,
    { params: { data_source_id }, body: formOf('%PDF-1.7', 'scan.pdf') },
    owner.token,
  )
  expect(wrong).toMatchObject({ status: 400, field: 'file' })
  const file = await upload(rentRoll)
  const params = { data_source_id, resident_file_id: file.id }
  const body = { mapping: { unit: 'Nowhere' }, is_complete: true }
  const unknown = await api.refusal(importResidentFileRoute, { params, body }, owner.token)
  expect(unknown).toMatchObject({ status: 400, field: 'mapping.unit' })
  await start(file.id, file.mapping)
  const second = await upload(rentRoll)
  const running = await api.refusal(
    importResidentFileRoute,
    {
      params: { ...params, resident_file_id: second.id },
      body: { mapping: second.mapping, is_complete: true },
    },
    owner.token,
  )
  expect(running.code).toBe('import_running')
})

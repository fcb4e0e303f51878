import {
  createDataSourceRoute,
  importResidentFileRoute,
  uploadResidentFileRoute,
} from '@openspot/contract/people/data-sources.ts'
import {
  applyImportRoute,
  decideImportRowRoute,
  listImportRowsRoute,
} from '@openspot/contract/people/resident-imports.ts'
import type { ResidentDecision } from '@openspot/core/residents/enums.ts'
import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ways } from '../connectors/testing/vendors.ts'
import { workbook } from '../resident-files/testing/workbook.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

// An address leads to one account, so a person who is listed twice could claim only one of two.

let stand: Stand
let serial = 0
let email: string
beforeAll(async () => {
  stand = await startStand()
})
beforeEach(() => {
  stand.server.reset()
  serial += 1
  email = `twice.${serial}@people.example`
})
afterAll(() => stand.close())

const person = (no: string, more: Partial<Resident> = {}): Partial<Resident> => ({
  person_id: no,
  lease_id: no,
  household_id: no,
  first_name: 'Ada',
  last_name: 'Example',
  email,
  phone: `312555${String(1000 + serial * 10 + (Number(no) % 10))}`,
  unit_id: no,
  unit: `2${no}`,
  status: 'CURRENT',
  lease_starts: '2025-06-01',
  moves_in: '2025-06-01',
  ...more,
})
const decide = (
  source: Pick<Source, 'owner'>,
  import_id: string,
  row_no: number,
  decision: ResidentDecision,
) =>
  stand.api.call(
    decideImportRowRoute,
    { params: { import_id, row_no }, body: { decision } },
    source.owner.token,
  )
const usersOf = async (address: string) =>
  (
    await stand.api.deps.database.pool.query<{ user_id: string; email: string | null }>(
      'select r.user_id, u.email from residents r join users u on u.id = r.user_id where r.email = $1 order by r.person_id',
      [address],
    )
  ).rows

describe.each(ways)('residents from $provider ($source)', (way) => {
  test('who is listed twice with one email address is imported once, until staff say that it is someone else', async () => {
    const source = await aConnectedLot(stand, way)
    source.serve([person('41'), person('42')])
    const first = await source.sync()
    expect(first.code_counts).toEqual({ POSSIBLE_DUPLICATE: 1 })
    const flagged = (await source.rows(first.id)).find(({ action }) => action === 'REVIEW')
    expect(flagged).toMatchObject({
      codes: ['POSSIBLE_DUPLICATE'],
      candidates: [],
      duplicate_of: { name: 'Ada Example', shares: 'email' },
    })
    expect(await usersOf(email)).toMatchObject([{ email }])
    await decide(source, first.id, flagged?.row_no ?? 0, 'IMPORT')
    expect(await usersOf(email)).toMatchObject([{ email }, { email: null }])
    // Two people whom staff told apart don't wait for a decision again.
    expect((await source.sync()).rows_waiting).toBe(0)
  })
})

test('a decision that both are one person is remembered, and a shared phone number is asked about, too', async () => {
  const source = await aConnectedLot(stand, ways[0] as never)
  const phone = `312555${String(5000 + serial)}`
  source.serve([person('41', { phone }), person('42', { phone, email: `other.${email}`, first_name: 'Pat' })])
  const first = await source.sync()
  const [flagged] = (await source.rows(first.id)).filter(({ action }) => action === 'REVIEW')
  expect(flagged?.duplicate_of).toMatchObject({ name: 'Ada Example', shares: 'phone' })
  await decide(source, first.id, flagged?.row_no ?? 0, 'IGNORE')
  const again = await source.sync()
  expect(again).toMatchObject({ rows_waiting: 0, action_counts: { UNCHANGED: 1, REVIEW: 1 } })
  expect(await usersOf(`other.${email}`)).toEqual([])
})

const header = ['Unit', 'First name', 'Last name', 'Email', 'Phone', 'Plate', 'Move in']
const table = () => [
  header,
  ['101', 'Ada', 'Example', email, '', 'AB 💥 12', '1/5/2026'],
  ['102', 'Ada', 'Example', email, '', 'XYZ 7', '1/5/2026'],
]
test.each([
  [
    'CSV file',
    'roll.csv',
    async () =>
      table()
        .map((row) => row.join(','))
        .join('\n'),
  ],
  [
    'workbook',
    'roll.xlsx',
    async () =>
      new Uint8Array(
        await workbook(table().map((row) => row.map((value) => (value ? { value } : null))) as never),
      ),
  ],
] as const)(
  'a %s asks about a person who is listed twice, and names a plate with a picture',
  async (_, name, bytes) => {
    const { api } = stand
    const { lot_id, owner } = await aConnectedLot(stand, ways[0] as never)
    const body = { kind: 'FILE', name: 'Rent roll' } as const
    const { id: data_source_id } = await api.call(
      createDataSourceRoute,
      { params: { lot_id }, body },
      owner.token,
    )
    const form = new FormData()
    form.append('file', new File([await bytes()], name))
    const file = await api.call(
      uploadResidentFileRoute,
      { params: { data_source_id }, body: form },
      owner.token,
    )
    const { id: import_id } = await api.call(
      importResidentFileRoute,
      {
        params: { data_source_id, resident_file_id: file.id },
        body: { mapping: file.mapping, is_complete: true },
      },
      owner.token,
    )
    await api.runJobs()
    const params = { import_id }
    const rows = await api.call(listImportRowsRoute, { params, query: {} }, owner.token)
    const byUnit = (unit: string) => rows.items.find((row) => row.unit === unit)
    expect(rows.items.filter(({ codes }) => codes.includes('POSSIBLE_DUPLICATE'))).toHaveLength(1)
    expect(byUnit('101')).toMatchObject({
      unusable_plate: { plate: 'AB 💥 12', kind: 'SIGN', character: '💥' },
    })
    expect(byUnit('101')?.codes).toContain('INVALID_PLATE')
    expect(byUnit('102')?.unusable_plate).toBeNull()
    await api.call(applyImportRoute, { params, body: {} }, owner.token)
    await api.runJobs()
    expect(await usersOf(email)).toHaveLength(1)
  },
)

describe('two sources of one lot', () => {
  const second = async ({ lot_id, owner }: Source, rows: string[]) => {
    const { api } = stand
    const body = { kind: 'FILE', name: 'Rent roll' } as const
    const { id: data_source_id } = await api.call(
      createDataSourceRoute,
      { params: { lot_id }, body },
      owner.token,
    )
    const form = new FormData()
    form.append('file', new File([[header.join(','), ...rows].join('\n')], 'roll.csv'))
    const file = await api.call(
      uploadResidentFileRoute,
      { params: { data_source_id }, body: form },
      owner.token,
    )
    const { id: import_id } = await api.call(
      importResidentFileRoute,
      {
        params: { data_source_id, resident_file_id: file.id },
        body: { mapping: file.mapping, is_complete: true },
      },
      owner.token,
    )
    await api.runJobs()
    return import_id
  }

  test('ask about a person who signs in with another address by now, and keep two people apart if staff say so', async () => {
    const source = await aConnectedLot(stand, ways[0] as never)
    source.serve([person('41')])
    await source.sync()
    const [first] = await usersOf(email)
    await stand.api.deps.database.pool.query(
      `update users set email = $2, account_status = 'ACTIVE', email_verified_at = $3 where id = $1`,
      [first?.user_id, `new.${email}`, stand.api.ports.now()],
    )
    const import_id = await second(source, [`301,Pat,Example,${email},,,1/5/2026`])
    const [row] = await source.rows(import_id)
    expect(row).toMatchObject({
      action: 'REVIEW',
      codes: ['POSSIBLE_DUPLICATE'],
      duplicate_of: null,
      candidates: [{ user_id: first?.user_id }],
    })
    await decide(source, import_id, row?.row_no ?? 0, 'IMPORT')
    await source.apply(import_id)
    expect(new Set((await usersOf(email)).map(({ user_id }) => user_id)).size).toBe(2)
  })

  test('keep someone apart who shares the address of a person of the lot, if staff say that it is someone else', async () => {
    const source = await aConnectedLot(stand, ways[0] as never)
    source.serve([person('41')])
    await source.sync()
    const import_id = await second(source, [`301,Pat,Example,${email},,,1/5/2026`])
    const [row] = await source.rows(import_id)
    await decide(source, import_id, row?.row_no ?? 0, 'IMPORT')
    await source.apply(import_id)
    expect(new Set((await usersOf(email)).map((one) => one.email))).toEqual(new Set([email, null]))
  })

  test('link a person of the same name without a question, who then is one person', async () => {
    const source = await aConnectedLot(stand, ways[0] as never)
    // Moves in later, so that there is no membership yet.
    const later = new Date(stand.api.ports.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10)
    source.serve([
      person('41', { status: 'FUTURE', lease_starts: later, moves_in: later, lease_ends: '2099-01-01' }),
    ])
    expect(await source.sync()).toMatchObject({ action_counts: { CREATE: 1 } })
    const import_id = await second(source, [`301,Ada,Example,${email},,,1/5/2026`])
    expect(await source.rows(import_id)).toMatchObject([{ action: 'LINK', codes: [] }])
    await source.apply(import_id)
    expect(new Set((await usersOf(email)).map(({ user_id }) => user_id)).size).toBe(1)
  })
})

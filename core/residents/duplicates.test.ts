import { expect, test } from 'vitest'
import { evaluateAll } from '../testing/evaluate-all.ts'
import { emptyLot, importRows } from '../testing/resident-imports.ts'
import { codesOf, row, rules } from '../testing/residents.ts'
import type { VendorRow } from './vendor-row.ts'

const other: VendorRow = {
  ...row,
  person_id: '900301',
  lease_id: '700201',
  household_id: '700201',
  first_name: 'Robin',
  last_name: 'Samplewood',
  unit_id: '510102',
  unit: '102',
}
const shown = (...rows: VendorRow[]) => evaluateAll(rows, rules).map((each) => codesOf(each))
const flagged = ['POSSIBLE_DUPLICATE REVIEW']

test.each([
  ['email address', { phones: ['2025550199'] }, 'email'],
  ['phone number', { email: 'other@example.com' }, 'phone'],
] as const)(
  'flags a second person with the same %s, in whatever order they are listed',
  (_, changed, shares) => {
    const second = { ...other, ...changed, phones: [...('phones' in changed ? changed.phones : row.phones)] }
    expect(shown(row, second)).toEqual([[], flagged])
    expect(shown(second, row)).toEqual([flagged, []])
    expect(evaluateAll([row, second], rules)[1]?.findings).toMatchObject([
      { duplicate_of: { person_id: row.person_id, shares } },
    ])
  },
)

test('flags another name with the same contact, too, and one person of a household who is listed twice', () => {
  expect(shown(row, { ...other, first_name: 'Pat' })).toEqual([[], flagged])
  expect(shown(row, { ...other, household_id: row.household_id })).toEqual([[], flagged])
})

test('does not flag a couple who share an address, several leases of one person, or who has moved out', () => {
  const partner = { ...other, household_id: row.household_id, first_name: 'Lee', email: 'lee@example.com' }
  expect(shown(row, partner)).toEqual([[], []])
  expect(shown(row, { ...other, person_id: row.person_id }).flat()).not.toContain(flagged[0])
  expect(shown(row, { ...other, status: 'Past', lease_ends: '01/01/2026' })).toEqual([
    [],
    ['LEASE_ENDED SKIP'],
  ])
})

test('asks once whether a second row is someone else; then it is only a note, until the contact changes', () => {
  const rows = [row, other]
  expect(importRows(rows).decisions.map(({ action }) => action)).toEqual(['CREATE', 'REVIEW'])
  const alone = { ...other, email: 'second@example.com', phones: ['2025550199'] }
  const { lot } = importRows([row, alone])
  const changed = importRows([row, { ...alone, email: row.email }], lot).decisions[1]
  expect(changed?.action).toBe('REVIEW')
  const both = lot.residents.map((each) => ({ ...each, email: row.email }))
  const again = importRows([row, { ...alone, email: row.email }], { ...lot, residents: both }).decisions
  expect(again.map(codesOf)).toEqual([[], ['POSSIBLE_DUPLICATE WARN']])
  expect(importRows([row, alone], emptyLot).decisions.map(({ action }) => action)).toEqual([
    'CREATE',
    'CREATE',
  ])
})

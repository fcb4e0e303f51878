import { expect, test } from 'vitest'
import { evaluateAll } from '../testing/evaluate-all.ts'
import { codesOf, row, rules } from '../testing/residents.ts'
import { evaluate } from './evaluate.ts'
import { govern } from './govern.ts'
import type { VendorRow } from './vendor-row.ts'

const old: Partial<VendorRow> = {
  lease_id: '1',
  lease_starts: '08/15/2025',
  lease_ends: '08/14/2026',
  moves_in: '08/15/2025',
}
const renewal: Partial<VendorRow> = {
  lease_id: '2',
  status: 'Future',
  is_renewal: true,
  lease_starts: '08/15/2027',
  lease_ends: '08/14/2028',
  moves_in: null,
}
const elsewhere = { unit_id: '510202', unit: '202', building: '2' }
const superseded = ['MORE_RECENT_LEASE_EXISTS SKIP']

const governed = (rows: Partial<VendorRow>[], changed = {}) =>
  govern(
    rows.map((each) => evaluate({ ...row, ...each }, { ...rules, ...changed })),
    { ...rules, ...changed },
  )
const shown = (rows: Partial<VendorRow>[], changed = {}) =>
  governed(rows, changed).map((each) => (each.dropped ? [each.dropped] : codesOf(each)))

test.each<[title: string, rows: Partial<VendorRow>[], shown: string[][]]>([
  ['a newer current lease before an older one', [old, {}], [superseded, []]],
  [
    'a current lease before a past one with a later start',
    [{}, { ...renewal, status: 'Past', is_renewal: false, lease_starts: '09/01/2026' }],
    [[], superseded],
  ],
  [
    'the higher lease ID of two with the same start',
    [{ lease_id: '9' }, { lease_id: '10' }],
    [superseded, []],
  ],
  ['the same of two rows of one lease, whatever their order', [{}, elsewhere], [[], superseded]],
  [
    'a current lease before one that was canceled',
    [{ ...renewal, status: 'Cancelled' }, {}],
    [superseded, []],
  ],
  [
    'a future lease before a past one',
    [
      { ...old, status: 'Past' },
      { ...renewal, is_renewal: false },
    ],
    [superseded, []],
  ],
  [
    'the latest of two past leases',
    [{ ...old, status: 'Past' }, { status: 'Past' }],
    [superseded, ['LEASE_ENDED SKIP']],
  ],
  [
    'a current lease for review before a future one',
    [{ moves_out: '11/18/2026' }, { ...renewal, ...elsewhere, is_renewal: false }],
    [['MOVE_OUT_DATE_IN_PAST REVIEW'], ['FOLDED']],
  ],
  [
    'a future lease before one that was left on notice',
    [
      { status: 'Notice', moves_out: '11/18/2026' },
      { ...renewal, ...elsewhere, is_renewal: false },
    ],
    [superseded, []],
  ],
])('%s counts', (_title, rows, codes) => {
  expect(shown(rows)).toEqual(codes)
  expect(shown(rows.toReversed())).toEqual(codes.toReversed())
})

test('a past lease ends nothing while another row of the person is blocked', () => {
  expect(shown([{ ...old, status: 'Past' }, { lease_starts: '02/30/2026' }])).toEqual([
    superseded,
    ['INVALID_LEASE_START_DATE BLOCK'],
  ])
  expect(shown([{ ...old, status: 'Past' }, { status: 'Something New' }])[0]).toEqual(superseded)
})

test('a newer row counts although its contact blocks it, because a known resident does not need one', () => {
  expect(shown([old, { email: null, phones: [] }])).toEqual([superseded, ['PHONE_OR_EMAIL_REQUIRED BLOCK']])
})

test('a renewal removes the warning about the end of the current term', () => {
  const rows = [{ lease_ends: '11/24/2026' }, { ...renewal, lease_starts: '11/25/2026' }]
  expect(shown(rows)).toEqual([[], ['FOLDED']])
  expect(governed(rows)[0]?.record).toMatchObject({ lease_ends_on: '2028-08-14', access_until: '2028-08-14' })
})

test('a renewal replaces a move-out at the end of the current term, and not one during the next', () => {
  const out = (moves_out: string) => governed([{ moves_out }, renewal])[0]?.record
  expect(out('08/14/2027')).toMatchObject({ moves_out_on: null, access_until: '2028-08-14' })
  expect(out('09/30/2027')).toMatchObject({ moves_out_on: '2027-09-30', access_until: '2027-09-30' })
})

test('renewals are folded one after another, and an open one leaves the end open', () => {
  const third = { ...renewal, lease_id: '3', lease_starts: '08/15/2028', lease_ends: '08/14/2029' }
  expect(governed([third, {}, renewal])[1]?.record.access_until).toBe('2029-08-14')
  expect(governed([{}, { ...renewal, lease_ends: null }])[0]?.record.access_until).toBe(null)
})

test('a future lease after a gap changes nothing before the current one is over', () => {
  const later = { ...renewal, ...elsewhere, is_renewal: false, lease_starts: '08/16/2027' }
  expect(governed([{}, later])[0]?.record).toMatchObject({ access_until: '2027-08-14', next_unit: null })
  expect(shown([{}, later])).toEqual([[], ['FOLDED']])
  expect(governed([{}, later], { late_out_days: 1 })[0]?.record.next_unit).toMatchObject({ on: '2027-08-16' })
})

test('the day of a transfer is that of the move, unless the system repeats the first move-in', () => {
  const transfer = { ...renewal, ...elsewhere, is_renewal: false }
  const on = (moves_in: string) => governed([{}, { ...transfer, moves_in }])[0]?.record.next_unit?.on
  expect(on('08/13/2027')).toBe('2027-08-13')
  expect(on('08/15/2026')).toBe('2027-08-15')
})

test('a move to another property is not a transfer between units', () => {
  const other = { ...renewal, ...elsewhere, is_renewal: false, property_id: '100002' }
  expect(governed([{}, other])[0]?.record).toMatchObject({ next_unit: null, access_until: '2027-08-14' })
})

test('a lone renewal counts like a future lease, and dropped rows stay as they are', () => {
  expect(shown([renewal])).toEqual([[]])
  expect(shown([{ role: 'CHILD' }, {}])).toEqual([['CHILD'], []])
})

test('a newer household is only suspected in the same unit and after its lease has begun', () => {
  const over = { lease_ends: '10/31/2026' }
  const newer = {
    person_id: '2',
    lease_id: '2',
    household_id: '2',
    lease_starts: '11/01/2026',
    moves_in: null,
    email: 'lee@example.com',
    phones: [],
  }
  const codes = (changed: Partial<VendorRow>) =>
    evaluateAll(
      [
        { ...row, ...over },
        { ...row, ...newer, ...changed },
      ],
      rules,
    ).map(codesOf)[0]
  expect(codes({})).toEqual(['LEASE_END_DATE_IN_PAST WARN', 'MORE_RECENT_LEASE_EXISTS REVIEW'])
  expect(codes(elsewhere)).toEqual(['LEASE_END_DATE_IN_PAST WARN'])
  expect(codes({ household_id: '700101' })).toEqual(['LEASE_END_DATE_IN_PAST WARN'])
  expect(codes({ lease_starts: '11/26/2026' })).toEqual(['LEASE_END_DATE_IN_PAST WARN'])
  expect(codes({ status: 'Past' })).toEqual(['LEASE_END_DATE_IN_PAST WARN'])
})

test('a person who left does not keep a contact from those who stay', () => {
  const rows = [
    { ...row, status: 'Past' },
    { ...row, person_id: '2', role: 'OCCUPANT' as const, first_name: 'Lee' },
  ]
  expect(evaluateAll(rows, rules).map(({ record }) => record.email)).toEqual([
    'robin@example.com',
    'robin@example.com',
  ])
})

test('roommates are imported as the data source says, and always if they left', () => {
  const roommate: Partial<VendorRow> = { role: 'OCCUPANT', email: null }
  const dropped = (changed: Partial<VendorRow>, roommates: 'ALL' | 'WITH_EMAIL' | 'NONE') =>
    evaluate({ ...row, ...roommate, ...changed }, { ...rules, roommates }).dropped
  expect([dropped({}, 'ALL'), dropped({}, 'WITH_EMAIL'), dropped({}, 'NONE')]).toEqual([
    null,
    'ROOMMATE',
    'ROOMMATE',
  ])
  expect(dropped({ email: 'lee@example.com' }, 'WITH_EMAIL')).toBe(null)
  expect(dropped({ status: 'Past' }, 'NONE')).toBe(null)
  expect(dropped({ role: 'HEAD' }, 'NONE')).toBe(null)
})

test('people without a unit are left out where a system lists everybody who applied', () => {
  const nowhere = { ...row, unit_id: null, unit: null }
  expect(evaluate(nowhere, { ...rules, provider: 'REALPAGE_RPX' }).dropped).toBe('NOT_A_UNIT')
  expect(evaluate(nowhere, { ...rules, provider: null }).dropped).toBe(null)
})

test('a row with an excluded status ends nothing while another lease of the person counts', () => {
  const excluded = { lease_id: '2', status: 'Future', lease_starts: null, lease_ends: null, moves_in: null }
  expect(shown([{}, excluded], { excluded_statuses: ['Future'] })).toEqual([[], ['FOLDED']])
})

import { expect, test } from 'vitest'
import { emptyLot, importRows } from '../testing/resident-imports.ts'
import { codesOf, row, rules } from '../testing/residents.ts'
import type { ResidentRules } from './decision.ts'
import { residentValidationCodes } from './enums.ts'
import { evaluate } from './evaluate.ts'
import type { VendorRow } from './vendor-row.ts'

type Case = [title: string, changed: Partial<VendorRow>, codes: string[], rules?: Partial<ResidentRules>]

const plate = (text: string) => ({ plate: text, region: null, make: null, model: null, color: null })
const noContact = { email: null, phones: [] }
const cases: Case[] = [
  ['a first name that is only a filler', { first_name: 'Vacant' }, ['INVALID_FIRST_NAME BLOCK']],
  ['a first name with a control character', { first_name: 'Ro\u0007bin' }, ['INVALID_FIRST_NAME BLOCK']],
  ['no last name', { last_name: null }, ['INVALID_LAST_NAME BLOCK']],
  ['a last name without a letter', { last_name: '***' }, ['INVALID_LAST_NAME BLOCK']],
  ['a malformed email next to a phone', { email: 'robin@' }, ['INVALID_EMAIL WARN']],
  [
    'a malformed email next to a phone, if an email is required',
    { email: 'robin@' },
    ['INVALID_EMAIL BLOCK', 'EMAIL_REQUIRED BLOCK'],
    { contact_rule: 'EMAIL' },
  ],
  ['an impossible phone next to an email', { phones: ['123'] }, ['INVALID_PHONE WARN']],
  [
    'an impossible phone next to an email, if both are required',
    { phones: ['123'] },
    ['INVALID_PHONE BLOCK', 'PHONE_REQUIRED BLOCK'],
    { contact_rule: 'BOTH' },
  ],
  ['a plate with a picture', { vehicles: [plate('AB 💥 12')] }, ['INVALID_PLATE WARN']],
  ['a plate of another alphabet', { vehicles: [plate('ЖЩ 12')] }, ['INVALID_PLATE WARN']],
  ['a plate that is too long', { vehicles: [plate('ASK THE OFFICE FOR IT')] }, ['INVALID_PLATE WARN']],
  ['no plate', { vehicles: [plate('N/A'), plate('--')] }, []],
  [
    'a plate with a picture, if vehicles are not imported',
    { vehicles: [plate('AB 💥 12')] },
    [],
    { imports_vehicles: false },
  ],
  ['no contact', noContact, ['PHONE_OR_EMAIL_REQUIRED BLOCK']],
  [
    'two invalid contacts',
    { email: 'n/a', phones: ['0'] },
    ['INVALID_EMAIL BLOCK', 'INVALID_PHONE BLOCK', 'PHONE_OR_EMAIL_REQUIRED BLOCK'],
  ],
  ['no email, if one is required', { email: null }, ['EMAIL_REQUIRED BLOCK'], { contact_rule: 'EMAIL' }],
  [
    'no contact, if both are required',
    noContact,
    ['EMAIL_REQUIRED BLOCK', 'PHONE_REQUIRED BLOCK'],
    { contact_rule: 'BOTH' },
  ],
  ['no email, if only a phone is required', { email: null }, [], { contact_rule: 'PHONE' }],
  ['no phone, if one is required', { phones: [] }, ['PHONE_REQUIRED BLOCK'], { contact_rule: 'PHONE' }],
  ['no phone, if only an email is required', { phones: [] }, [], { contact_rule: 'EMAIL' }],
  ['an unknown status', { status: 'Something New', first_name: '' }, ['INVALID_LEASE_STATUS BLOCK']],
  ['a canceled lease without contacts', { status: 'Cancelled', ...noContact }, ['INVALID_LEASE_STATUS SKIP']],
  ['a start that is no date', { lease_starts: 'soon' }, ['INVALID_LEASE_START_DATE BLOCK']],
  [
    'a start more than three years ahead',
    { lease_starts: '11/26/2029', lease_ends: null },
    ['INVALID_LEASE_START_DATE BLOCK'],
  ],
  [
    'a start and a move-in three years ahead',
    { lease_starts: '11/25/2029', lease_ends: null, moves_in: '11/25/2029', status: 'Future' },
    [],
  ],
  [
    'no start and no move-in',
    { lease_starts: null, moves_in: null },
    ['INVALID_LEASE_START_DATE BLOCK', 'INVALID_MOVE_IN_DATE BLOCK'],
  ],
  ['no start, but a move-in', { lease_starts: null }, []],
  ['an end on the day of the start', { lease_ends: '08/15/2026' }, ['LEASE_END_DATE_IN_PAST WARN']],
  ['an end that is no date', { lease_ends: '06/31/2027' }, ['INVALID_LEASE_END_DATE BLOCK']],
  ['an end before the start', { lease_ends: '08/14/2026' }, ['INVALID_LEASE_END_DATE BLOCK']],
  [
    'no end of a future lease, if one is required',
    { status: 'Future', lease_ends: null },
    ['INVALID_LEASE_END_DATE WARN'],
    { requires_lease_end: true },
  ],
  ['no end of a current lease, if one is required', { lease_ends: null }, [], { requires_lease_end: true }],
  [
    'no end of a future lease from month to month',
    { status: 'Future', lease_ends: null, is_month_to_month: true },
    [],
    { requires_lease_end: true },
  ],
  ['an end in the past on a current lease', { lease_ends: '11/24/2026' }, ['LEASE_END_DATE_IN_PAST WARN']],
  [
    'an end in the past on notice',
    { lease_ends: '11/24/2026', status: 'Notice' },
    ['LEASE_END_DATE_IN_PAST WARN'],
  ],
  ['an end today', { lease_ends: '11/25/2026' }, []],
  [
    'a past lease without contacts',
    { status: 'Past', ...noContact, lease_starts: 'x' },
    ['LEASE_ENDED SKIP'],
  ],
  ['a future lease that is over', { status: 'Future', lease_ends: '11/24/2026' }, ['LEASE_ENDED SKIP']],
  ['a roommate who left', { person_status: 'Past' }, ['LEASE_ENDED SKIP']],
  ['a roommate whose part was canceled', { person_status: 'Cancelled' }, ['LEASE_ENDED SKIP']],
  ['a move-in that is no date', { moves_in: '2026-13-01' }, ['INVALID_MOVE_IN_DATE WARN']],
  [
    'a move-in that is no date, without a start',
    { moves_in: 'x', lease_starts: null },
    ['INVALID_LEASE_START_DATE BLOCK', 'INVALID_MOVE_IN_DATE BLOCK'],
  ],
  ['a move-in more than three years ahead', { moves_in: '12/31/2099' }, ['INVALID_MOVE_IN_DATE WARN']],
  ['a move-out that is no date', { moves_out: '11/31/2026' }, ['INVALID_MOVE_OUT_DATE WARN']],
  ['a move-out before the move-in', { moves_out: '08/14/2026' }, ['INVALID_MOVE_OUT_DATE WARN']],
  [
    'notice without a move-out, if one is required',
    { status: 'Notice' },
    ['INVALID_MOVE_OUT_DATE BLOCK'],
    { requires_move_out: true },
  ],
  ['notice without a move-out', { status: 'Notice' }, []],
  [
    'a move-out in the past on notice',
    { status: 'Notice', moves_out: '11/24/2026' },
    ['MOVE_OUT_DATE_IN_PAST SKIP'],
  ],
  [
    'a move-out in the past on a current lease',
    { moves_out: '11/24/2026' },
    ['MOVE_OUT_DATE_IN_PAST REVIEW'],
  ],
  ['a move-out today', { status: 'Notice', moves_out: '11/25/2026' }, []],
  [
    'two codes in their fixed order',
    { moves_out: '11/24/2026', first_name: '', lease_ends: '11/01/2026' },
    ['INVALID_FIRST_NAME BLOCK', 'LEASE_END_DATE_IN_PAST WARN', 'MOVE_OUT_DATE_IN_PAST REVIEW'],
  ],
]

test.each(cases)('%s gives the codes of it', (_title, changed, codes, more = {}) => {
  expect(codesOf(evaluate({ ...row, ...changed }, { ...rules, ...more }))).toEqual(codes)
})

const second: Partial<VendorRow> = { lease_id: '700102', lease_starts: '11/01/2026', moves_in: '11/01/2026' }
const first = importRows([row]).lot
const claimed = {
  residents: first.residents.map((each) => ({ ...each, is_claimed: true })),
  accounts: first.accounts,
}

const together: [
  title: string,
  rows: Partial<VendorRow>[],
  code: string,
  action: string,
  lot?: typeof first,
][] = [
  ['an older current lease of the same person', [{}, second], 'MORE_RECENT_LEASE_EXISTS SKIP', 'SKIP'],
  ['a past lease of the same person', [{ status: 'Past' }, second], 'MORE_RECENT_LEASE_EXISTS SKIP', 'SKIP'],
  [
    'a lease that is over, in whose unit a newer household lives',
    [
      { lease_ends: '10/31/2026' },
      { ...second, household_id: '2', person_id: '2', email: 'lee@example.com', phones: [] },
    ],
    'MORE_RECENT_LEASE_EXISTS REVIEW',
    'REVIEW',
  ],
  [
    'another email of an account that nobody claimed',
    [{ email: 'new@example.com' }],
    'EMAIL_CHANGED WARN',
    'UPDATE',
    first,
  ],
  [
    'another email of a claimed account',
    [{ email: 'new@example.com' }],
    'EMAIL_CHANGED WARN',
    'UPDATE',
    claimed,
  ],
  [
    'another phone of an account that nobody claimed',
    [{ phones: ['2025550199'] }],
    'PHONE_CHANGED WARN',
    'UPDATE',
    first,
  ],
  [
    'another phone of a claimed account',
    [{ phones: ['2025550199'] }],
    'PHONE_CHANGED WARN',
    'UPDATE',
    claimed,
  ],
  [
    'the email of another row',
    [{}, { person_id: '999', household_id: '2', first_name: 'Lee', phones: [] }],
    'POSSIBLE_DUPLICATE REVIEW',
    'REVIEW',
  ],
  [
    'the phone of another row',
    [{}, { person_id: '999', household_id: '2', first_name: 'Lee', email: null }],
    'POSSIBLE_DUPLICATE REVIEW',
    'REVIEW',
  ],
  [
    'another ID and the email of a resident',
    [{ person_id: '999' }],
    'RESIDENT_ID_MISMATCH REVIEW',
    'REVIEW',
    { ...first, residents: first.residents.map((each) => ({ ...each, household_id: 'other' })) },
  ],
  [
    'another ID and the name and unit of a resident',
    [{ person_id: '999', household_id: '2', email: null, phones: ['2025550177'] }],
    'RESIDENT_ID_MISMATCH REVIEW',
    'REVIEW',
    first,
  ],
]

test.each(together)('%s gives the code of it', (_title, rows, code, action, lot = emptyLot) => {
  const { decisions } = importRows(
    rows.map((changed) => ({ ...row, ...changed })),
    lot,
  )
  const found = decisions.filter((each) => codesOf(each).includes(code))
  expect(found.map((each) => each.action)).toEqual([action])
})

test('each code has at least two cases', () => {
  const all = [...cases.flatMap(([, , codes]) => codes), ...together.map(([, , code]) => code)]
  for (const code of residentValidationCodes) {
    expect(all.filter((each) => each.startsWith(`${code} `)).length, code).toBeGreaterThanOrEqual(2)
  }
})

test.each([
  [['123'], 'too_short'],
  [['312 555 01890'], 'too_long'],
  [['44 20 7946 0018'], 'no_country_code'],
  [['000-000-0000'], 'placeholder'],
  [['unknown'], 'not_a_number'],
  [['112 555 0189', '+999 1234567'], 'not_in_use'],
])('a row whose phone numbers are %j says that the first is refused as %s', (phones, phone_fault) => {
  const { findings } = evaluate({ ...row, phones }, rules)
  expect(findings).toEqual([{ code: 'INVALID_PHONE', severity: 'WARN', phone_fault }])
})

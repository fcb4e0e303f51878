import { expect, test } from 'vitest'
import { emptyLot, importRows } from '../testing/resident-imports.ts'
import { codesOf, row, stored, type TestLot } from '../testing/residents.ts'
import { localParts } from '../time/zone.ts'
import type { Decision, ResidentRules } from './decision.ts'
import { missingResident, refusesRun } from './safeguards.ts'
import type { VendorRow } from './vendor-row.ts'

const shownOf = (made: Decision) => [made.action, ...codesOf(made)]

/** Imports rows that differ from a current resident, and returns the action and codes of each, in the order of their person IDs. */
function imported(rows: Partial<VendorRow>[], into: TestLot = emptyLot, rules: Partial<ResidentRules> = {}) {
  const { decisions, lot } = importRows(
    rows.map((changed) => ({ ...row, ...changed })),
    into,
    rules,
  )
  return { decisions, lot, shown: decisions.map(shownOf) }
}

const only = (decisions: Decision[]): Decision => {
  const [made, ...more] = decisions
  if (!made || more.length > 0) throw new Error(`Expected one decision instead of ${decisions.length}`)
  return made
}

const claim = ({ residents, accounts }: TestLot): TestLot => ({
  residents: residents.map((each) => ({ ...each, is_claimed: true })),
  accounts: accounts.map((each) => ({ ...each, is_claimed: true })),
})

const known = imported([{}]).lot
const roommate: Partial<VendorRow> = { person_id: '900202', role: 'OCCUPANT', first_name: 'Lee' }

test('scenario 1: creates a clean current resident without a code', () => {
  const { decisions, shown } = imported([{}])
  expect(shown).toEqual([['CREATE']])
  expect(only(decisions)).toMatchObject({
    severity: null,
    user_id: null,
    record: { phone: '+12025550101', access_from: '2026-08-15', access_until: '2027-08-14' },
  })
})

test('scenario 2: leaves everything unchanged if the same pull is imported twice', () => {
  const rows = [{}, { ...roommate, email: 'lee@example.com', phones: [] }]
  const { shown, lot } = imported(rows)
  expect(shown).toEqual([['CREATE'], ['CREATE']])
  expect(imported(rows, lot).shown).toEqual([['UNCHANGED'], ['UNCHANGED']])
})

test('scenario 3: blocks a row without phone and email if either is required', () => {
  expect(imported([{ email: null, phones: [] }]).shown).toEqual([['BLOCK', 'PHONE_OR_EMAIL_REQUIRED BLOCK']])
})

test('scenario 4: a placeholder email is a warning next to a phone, and blocks if an email is required', () => {
  const none = [{ email: 'none@none.com' }]
  expect(imported(none).shown).toEqual([['CREATE', 'INVALID_EMAIL WARN']])
  expect(imported(none, emptyLot, { contact_rule: 'EMAIL' }).shown).toEqual([
    ['BLOCK', 'INVALID_EMAIL BLOCK', 'EMAIL_REQUIRED BLOCK'],
  ])
})

test('scenario 5: blocks a row whose only contact is a phone of zeros', () => {
  expect(imported([{ email: null, phones: ['000-000-0000'] }]).shown).toEqual([
    ['BLOCK', 'INVALID_PHONE BLOCK', 'PHONE_OR_EMAIL_REQUIRED BLOCK'],
  ])
})

test('scenario 6: blocks a new person named *, and keeps the stored name of a known one', () => {
  expect(imported([{ first_name: '*' }]).shown).toEqual([['BLOCK', 'INVALID_FIRST_NAME BLOCK']])
  const again = imported([{ first_name: '*', unit: '102', unit_id: '510102' }], known)
  expect(again.shown).toEqual([['UPDATE', 'INVALID_FIRST_NAME WARN']])
  expect(only(again.decisions).record).toMatchObject({ first_name: 'Robin', unit: '102' })
})

test('scenario 7: blocks an unknown status until an admin gives it a meaning', () => {
  const rows = [{ status: 'Something New' }]
  expect(imported(rows).shown).toEqual([['BLOCK', 'INVALID_LEASE_STATUS BLOCK']])
  expect(imported(rows, known).shown).toEqual([['BLOCK', 'INVALID_LEASE_STATUS BLOCK']])
  const status_meanings = { 'something new': 'CURRENT' } as const
  expect(imported(rows, emptyLot, { status_meanings }).shown).toEqual([['CREATE']])
})

test.each([
  ['YARDI', 'Applicant'],
  ['YARDI', 'Wait List'],
  ['REALPAGE_RPX', 'Former Applicant'],
] as const)('scenario 8: skips the status %s %s', (provider, status) => {
  expect(imported([{ status }], emptyLot, { provider }).shown).toEqual([
    ['SKIP', 'INVALID_LEASE_STATUS SKIP'],
  ])
})

test('scenario 9: blocks a start on February 30', () => {
  expect(imported([{ lease_starts: '02/30/2025' }]).shown).toEqual([
    ['BLOCK', 'INVALID_LEASE_START_DATE BLOCK'],
  ])
})

test('scenario 10: reports an end before the start only once', () => {
  expect(imported([{ lease_ends: '08/01/2026' }]).shown).toEqual([['BLOCK', 'INVALID_LEASE_END_DATE BLOCK']])
})

test('scenario 11: imports a current lease that ended last month without an end', () => {
  const { shown, decisions } = imported([{ lease_ends: '10/31/2026' }])
  expect(shown).toEqual([['CREATE', 'LEASE_END_DATE_IN_PAST WARN']])
  expect(only(decisions).record.access_until).toBe(null)
})

test('scenario 12: ends a known resident whose lease is past, and skips a new one', () => {
  const past = [{ status: 'Past', moves_out: '11/24/2026' }]
  expect(imported(past).shown).toEqual([['SKIP', 'LEASE_ENDED SKIP']])
  const { shown, decisions, lot } = imported(past, known, { late_out_days: 3 })
  expect(shown).toEqual([['END', 'LEASE_ENDED END']])
  expect(only(decisions)).toMatchObject({
    resident_id: 'resident 900201',
    record: { access_until: '2026-11-27' },
  })
  expect(imported(past, lot, { late_out_days: 3 }).shown).toEqual([['UNCHANGED', 'LEASE_ENDED END']])
  expect(imported(past, lot, { late_out_days: 3, today: '2026-12-24' }).shown).toEqual([
    ['UNCHANGED', 'LEASE_ENDED END'],
  ])
})

test.each([
  [0, '2026-11-25'],
  [3, '2026-11-27'],
])(
  'scenario 13: on notice with a move-out yesterday and %i late days, the last day is %s',
  (late_out_days, last) => {
    const rows = [{ status: 'Notice', moves_out: '11/24/2026' }]
    const { shown, decisions, lot } = imported(rows, known, { late_out_days })
    expect(shown).toEqual([['END', 'MOVE_OUT_DATE_IN_PAST END']])
    expect(only(decisions).record.access_until).toBe(last)
    expect(imported(rows, lot, { late_out_days, today: '2026-11-30' }).shown[0]?.[0]).toBe('UNCHANGED')
  },
)

test('scenario 14: a current lease with a move-out last week is for review', () => {
  const rows = [{ moves_out: '11/18/2026' }]
  expect(imported(rows).shown).toEqual([['REVIEW', 'MOVE_OUT_DATE_IN_PAST REVIEW']])
  expect(imported(rows, known).shown).toEqual([['REVIEW', 'MOVE_OUT_DATE_IN_PAST REVIEW']])
})

test('scenario 15: ignores a move-out before the move-in', () => {
  const { shown, decisions } = imported([{ moves_out: '08/01/2026' }])
  expect(shown).toEqual([['CREATE', 'INVALID_MOVE_OUT_DATE WARN']])
  expect(only(decisions).record).toMatchObject({ moves_out_on: null, access_until: '2027-08-14' })
})

test('scenario 16: a past and a new current lease of one person give one membership', () => {
  const old = {
    status: 'Past',
    lease_id: '1',
    lease_starts: '08/15/2025',
    lease_ends: '08/14/2026',
    unit_id: '9',
    unit: '9',
  }
  for (const into of [emptyLot, known]) {
    const { shown, lot } = imported([old, {}], into)
    expect(shown).toHaveLength(2)
    expect(shown).toContainEqual([into === known ? 'UNCHANGED' : 'CREATE'])
    expect(shown).toContainEqual(['SKIP', 'MORE_RECENT_LEASE_EXISTS SKIP'])
    expect(lot.residents).toMatchObject([{ lease_id: '700101', unit: '101', is_ended: false }])
  }
})

const future: Partial<VendorRow> = {
  status: 'Future',
  lease_id: '700102',
  lease_starts: '08/15/2027',
  lease_ends: '08/14/2028',
  moves_in: null,
}

test('scenario 17: a future lease of the same unit extends the current one without a code', () => {
  const { decisions, shown, lot } = imported([{}, future])
  expect(shown).toContainEqual(['CREATE'])
  expect(shown).toContainEqual(['SKIP'])
  expect(lot.residents).toMatchObject([{ lease_id: '700101', access_until: '2028-08-14', next_unit: null }])
  expect(decisions.every(({ severity }) => severity === null)).toBe(true)
})

test('scenario 18: a future lease of another unit changes the unit on its day', () => {
  const { lot, shown } = imported([{}, { ...future, unit_id: '510202', unit: '202', building: '2' }])
  expect(shown).toContainEqual(['CREATE'])
  expect(lot.residents).toMatchObject([
    {
      unit: '101',
      access_until: '2028-08-14',
      next_unit: { unit_id: '510202', unit: '202', building: '2', on: '2027-08-15' },
    },
  ])
  const moved = imported(
    [{ status: 'Past' }, { ...future, unit_id: '510202', unit: '202', building: '2', status: 'Current' }],
    lot,
    { today: '2027-08-15' },
  )
  expect(moved.lot.residents).toMatchObject([
    { unit: '202', lease_id: '700102', next_unit: null, is_ended: false },
  ])
})

test('scenario 19: another email replaces that of an unclaimed account, and is suggested to a claimed one', () => {
  const rows = [{ email: 'new@example.com' }]
  const ghost = imported(rows, known)
  expect(ghost.shown).toEqual([['UPDATE', 'EMAIL_CHANGED WARN']])
  expect(only(ghost.decisions).suggests).toEqual({})
  expect(ghost.lot.accounts).toMatchObject([{ email: 'new@example.com' }])
  const signedIn = imported(rows, claim(known))
  expect(signedIn.shown).toEqual([['UPDATE', 'EMAIL_CHANGED WARN']])
  expect(only(signedIn.decisions).suggests).toEqual({ email: 'new@example.com' })
  expect(signedIn.lot.accounts).toMatchObject([{ email: 'robin@example.com' }])
  expect(imported(rows, signedIn.lot).shown).toEqual([['UNCHANGED']])
})

test('scenario 20: nothing happens if only the format of the phone changed', () => {
  expect(imported([{ phones: ['+1 (202) 555-0101'] }], known).shown).toEqual([['UNCHANGED']])
})

test.each<Partial<VendorRow>>([
  { email: null },
  { phones: [] },
  { email: '', phones: [' '] },
  { unit: null, unit_id: null, building: null },
  { building: null },
  { household_id: null, vehicles: [] },
])('scenario 21: nothing happens if the system no longer has a value: %j', (emptied) => {
  expect(imported([emptied], known).shown).toEqual([['UNCHANGED']])
})

test('scenario 22: a promoted roommate is relinked if the vendor says so, and is for review otherwise', () => {
  const yardi = { provider: 'YARDI' } as const
  const occupant = {
    ...roommate,
    person_id: 'r0000102',
    email: 'lee@example.com',
    phones: [],
    household_id: 't0000101',
  }
  const { lot } = imported([occupant], emptyLot, yardi)
  const promoted = {
    ...occupant,
    person_id: 't0000150',
    lease_id: 't0000150',
    household_id: 't0000150',
    role: 'HEAD' as const,
  }
  const said = imported([{ ...promoted, replaces_person_id: 'r0000102' }], lot, yardi)
  expect(said.shown).toEqual([['LINK']])
  expect(only(said.decisions)).toMatchObject({
    relinks: { from_person_id: 'r0000102', reason: 'VENDOR' },
    resident_id: 'resident r0000102',
  })
  expect(said.lot.residents).toMatchObject([{ person_id: 't0000150', resident_id: 'resident r0000102' }])
  const silent = imported([promoted], lot, yardi)
  expect(silent.shown).toEqual([['REVIEW', 'RESIDENT_ID_MISMATCH REVIEW']])
  expect(only(silent.decisions).conflicting_user_ids).toEqual(['user r0000102'])
})

test('scenario 23: the head of a household keeps a shared email, and the second needs another contact', () => {
  const alone = { ...roommate, phones: [] }
  const both = imported([{ phones: [] }, alone])
  expect(both.shown).toEqual([['CREATE'], ['BLOCK', 'PHONE_OR_EMAIL_REQUIRED BLOCK']])
  const { shown, decisions } = imported([{ ...roommate, phones: ['2025550177'] }, {}])
  expect(shown).toEqual([['CREATE'], ['CREATE']])
  expect(decisions.map(({ record }) => record.email)).toEqual(['robin@example.com', null])
  const required = imported([{}, { ...roommate, phones: ['2025550177'] }], emptyLot, {
    contact_rule: 'EMAIL',
  })
  expect(required.shown).toEqual([['CREATE'], ['BLOCK', 'EMAIL_REQUIRED BLOCK']])
})

test('scenario 24: refuses an empty pull while there are members', () => {
  expect(refusesRun({ active_residents: 50, ends: 0, rows: 0, is_complete: true })).toBe('EMPTY_PULL')
})

test('scenario 25: removes nobody after an incomplete pull', () => {
  const missing = { missed_pulls: 9, access_until: '2020-01-01', today: '2026-11-25' }
  expect(missingResident({ ...missing, is_complete: false })).toBe('KEEP')
})

test.each<[Partial<VendorRow>]>([
  [{ role: 'GUARANTOR' }],
  [{ role: 'CHILD' }],
  [{ unit_id: 'NONRESID' }],
  [{ unit: 'wait_aff', unit_id: null }],
])('scenario 27: drops %j without a code', (changed) => {
  const { shown } = imported([{ ...changed, email: 'none', phones: [], first_name: '*' }])
  expect(shown).toEqual([['SKIP']])
})

test('scenario 28: today is the lot’s date, also at 01:00 UTC in a lot eight hours behind', () => {
  const at = Date.UTC(2026, 10, 25, 1) / 60_000
  const todayIn = (zone: string) => {
    const { year, month, day } = localParts(zone, at)
    return `${year}-${month}-${day}`
  }
  const rows = [{ status: 'Notice', moves_out: '11/24/2026' }]
  expect(imported(rows, emptyLot, { today: todayIn('America/Los_Angeles') }).shown).toEqual([['CREATE']])
  expect(imported(rows, emptyLot, { today: todayIn('UTC') }).shown).toEqual([
    ['SKIP', 'MOVE_OUT_DATE_IN_PAST SKIP'],
  ])
})

test('a resident whom staff removed stays removed, until a new lease asks staff', () => {
  const removed = {
    ...known,
    residents: known.residents.map((each) => ({ ...each, is_ended: true, is_ended_by_staff: true })),
  }
  expect(imported([{ email: 'new@example.com' }], removed).shown[0]?.[0]).toBe('UNCHANGED')
  const again = imported([{ lease_id: '700109' }], removed)
  expect(again.shown).toEqual([['REVIEW']])
  expect(only(again.decisions).conflicting_user_ids).toEqual(['user 900201'])
})

test('a resident whose residence an import ended comes back with a current lease', () => {
  const { lot } = imported([{ status: 'Past' }], known)
  const back = imported([{}], lot)
  expect(back.shown).toEqual([['UPDATE']])
  expect(back.lot.residents).toMatchObject([{ is_ended: false, access_until: '2027-08-14' }])
})

test('a canceled lease ends a resident who would have moved in later, and not one who lives there', () => {
  const { lot } = imported([{ ...future }])
  const canceled = imported([{ ...future, status: 'Cancelled' }], lot)
  expect(canceled.shown).toEqual([['END', 'INVALID_LEASE_STATUS END']])
  expect(imported([{ ...future, status: 'Cancelled' }], canceled.lot).shown[0]?.[0]).toBe('UNCHANGED')
  expect(imported([{ status: 'Cancelled' }], known).shown).toEqual([['SKIP', 'INVALID_LEASE_STATUS SKIP']])
  const another = { ...future, status: 'Cancelled', lease_id: '700199' }
  expect(imported([another], lot).shown).toEqual([['SKIP', 'INVALID_LEASE_STATUS SKIP']])
  const excluded_statuses = ['Future']
  expect(imported([future], lot, { excluded_statuses }).shown).toEqual([['END']])
  expect(imported([future], emptyLot, { excluded_statuses }).shown).toEqual([['SKIP']])
  expect(stored(only(imported([future]).decisions)).access_from).toBe('2027-08-15')
})

import { expect, test } from 'vitest'
import { importRows } from '../testing/resident-imports.ts'
import { type Account, codesOf, row, rowToDecide, rules, type TestLot } from '../testing/residents.ts'
import { decide } from './decide.ts'
import type { ResidentRules } from './decision.ts'
import { evaluate } from './evaluate.ts'
import type { VendorRow } from './vendor-row.ts'

const member: Account = {
  user_id: 'member',
  first_name: 'Robin',
  last_name: 'Samplewood',
  email: 'robin@example.com',
  phone: null,
  is_claimed: true,
}
const lotOf = (...accounts: Account[]): TestLot => ({ residents: [], accounts })
const decided = (changed: Partial<VendorRow>, lot: TestLot, more: Partial<ResidentRules> = {}) => {
  const [made] = importRows([{ ...row, ...changed }], lot, more).decisions
  if (!made) throw new Error('Nothing was decided')
  return { ...made, shown: [made.action, ...codesOf(made)] }
}

test('a member with the same contact and name is linked and keeps their own contacts', () => {
  const rows = [{ ...row, phones: ['2025550150'] }]
  const { decisions, lot } = importRows(rows, lotOf(member))
  expect(decisions).toMatchObject([{ action: 'LINK', user_id: 'member', resident_id: null, suggests: {} }])
  expect(lot.accounts).toEqual([member])
  expect(importRows(rows, lot).decisions).toMatchObject([{ action: 'UNCHANGED', user_id: 'member' }])
  expect(decided({ email: null }, lotOf({ ...member, phone: '+12025550101' })).action).toBe('LINK')
})

test('a member with the same contact and another name or none is for review', () => {
  for (const first_name of ['Pat', null]) {
    expect(decided({}, lotOf({ ...member, first_name }))).toMatchObject({
      shown: ['REVIEW', 'POSSIBLE_DUPLICATE REVIEW'],
      user_id: null,
      conflicting_user_ids: ['member'],
    })
  }
})

test('a person is never created, linked, or merged if two people could be meant', () => {
  const other = { ...member, user_id: 'a-second', email: null, phone: '+12025550101' }
  expect(decided({}, lotOf(member, other))).toMatchObject({
    shown: ['REVIEW', 'POSSIBLE_DUPLICATE REVIEW'],
    conflicting_user_ids: ['a-second', 'member'],
  })
})

test('a blocked or skipped row of an unknown person looks for nobody', () => {
  expect(decided({ first_name: '*' }, lotOf(member)).shown[0]).toBe('BLOCK')
  expect(decided({ status: 'Past' }, lotOf(member)).shown[0]).toBe('SKIP')
})

const known = importRows([row]).lot
const renumbered = { person_id: '999' }

test('a person with a new ID is relinked within the household if the previous ID is gone', () => {
  expect(decided(renumbered, known)).toMatchObject({
    shown: ['LINK'],
    relinks: { from_person_id: '900201', reason: 'HOUSEHOLD' },
    resident_id: 'resident 900201',
  })
  expect(decided({ ...renumbered, replaces_person_id: '900201' }, known).relinks?.reason).toBe('VENDOR')
  const { decisions } = importRows(
    [row, { ...row, ...renumbered, email: null, phones: ['2025550160'] }],
    known,
  )
  expect(decisions.map((each) => [each.action, ...codesOf(each)])).toEqual([
    ['UNCHANGED'],
    ['REVIEW', 'RESIDENT_ID_MISMATCH REVIEW'],
  ])
})

test('a mismatch is resolved only if names, contact, household, and the missing ID all agree', () => {
  const resident = known.residents[0] ?? null
  const evaluated = evaluate({ ...row, ...renumbered }, rules)
  const base = rowToDecide(evaluated, known, [evaluated])
  const byContact = { ...base, by_household: null }
  expect(decide(byContact, rules)).toMatchObject({
    action: 'LINK',
    relinks: { from_person_id: '900201', reason: 'CONTACT' },
  })
  const doubtful = [
    { ...byContact, isGone: () => false },
    {
      ...byContact,
      candidates: byContact.candidates
        .filter((each) => each.found_by === 'NAME_AND_UNIT')
        .map((each) => ({ ...each, resident: resident && { ...resident, email: null, phone: null } })),
    },
    {
      ...byContact,
      candidates: byContact.candidates.map((each) => ({
        ...each,
        resident: resident && { ...resident, first_name: 'Pat' },
      })),
    },
    {
      ...byContact,
      candidates: byContact.candidates.map((each) => ({
        ...each,
        resident: resident && { ...resident, household_id: '7' },
      })),
    },
  ]
  for (const of of doubtful)
    expect(codesOf(decide({ ...of, is_new_email_taken: false }, rules))).toEqual([
      'RESIDENT_ID_MISMATCH REVIEW',
    ])
  for (const provider of ['YARDI', null] as const)
    expect(decide(byContact, { ...rules, provider }).action).toBe('REVIEW')
})

test('a new email or phone that belongs to another person is for review, with both codes', () => {
  const stranger = {
    ...member,
    user_id: 'stranger',
    first_name: 'Pat',
    email: 'pat@example.com',
    phone: '+12025550170',
  }
  const lot = { ...known, accounts: [...known.accounts, stranger] }
  expect(decided({ email: 'pat@example.com' }, lot)).toMatchObject({
    shown: ['REVIEW', 'EMAIL_CHANGED WARN', 'RESIDENT_ID_MISMATCH REVIEW'],
    conflicting_user_ids: ['stranger'],
    user_id: 'user 900201',
  })
  expect(decided({ phones: ['2025550170'] }, lot).shown).toEqual([
    'REVIEW',
    'PHONE_CHANGED WARN',
    'RESIDENT_ID_MISMATCH REVIEW',
  ])
})

test('an email outside of the lot that is taken is for review without naming its owner', () => {
  const evaluated = evaluate({ ...row, email: 'pat@example.com' }, rules)
  const of = { ...rowToDecide(evaluated, known, [evaluated]), is_new_email_taken: true }
  expect(decide(of, rules)).toMatchObject({ action: 'REVIEW', conflicting_user_ids: [] })
  const same = evaluate(row, rules)
  expect(decide({ ...rowToDecide(same, known, [same]), is_new_email_taken: true }, rules).action).toBe(
    'UNCHANGED',
  )
})

test('a first email is not a changed one', () => {
  const { lot } = importRows([{ ...row, email: null }])
  expect(decided({}, lot).shown).toEqual(['UPDATE'])
})

test('stored objects are compared whatever the order of their fields', () => {
  const vehicles = [{ plate: 'TST1', region: 'IL', make: null, model: null, color: 'Blue' }]
  const rows = { ...row, vehicles }
  const { lot } = importRows([rows])
  const reordered = {
    ...lot,
    residents: lot.residents.map((each) => ({
      ...each,
      vehicles: each.vehicles.map(({ color, model, make, region, plate }) => ({
        color,
        model,
        make,
        region,
        plate,
      })),
    })),
  }
  expect(decided({ vehicles }, reordered).shown).toEqual(['UNCHANGED'])
  expect(
    decided({ vehicles: [{ plate: 'TST2', region: 'IL', make: null, model: null, color: null }] }, reordered)
      .action,
  ).toBe('UPDATE')
})

test('rented spots that a system no longer lists are gone, unlike vehicles', () => {
  const { lot } = importRows([{ ...row, spots: ['C-14'] }])
  expect(decided({ spots: [] }, lot)).toMatchObject({ action: 'UPDATE', record: { spots: [] } })
})

test('an end never reopens access that is over', () => {
  const { lot } = importRows([row], undefined, { today: '2026-09-01' })
  const lapsed = { ...lot, residents: lot.residents.map((each) => ({ ...each, access_until: '2026-10-01' })) }
  expect(decided({ status: 'Past', lease_ends: '10/01/2026' }, lapsed)).toMatchObject({
    action: 'END',
    record: { access_until: '2026-10-01', email: 'robin@example.com' },
  })
})

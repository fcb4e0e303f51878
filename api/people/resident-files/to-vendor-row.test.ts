import { describe, expect, test } from 'vitest'
import { suggestMapping } from './mapping.ts'
import { toVendorRow } from './to-vendor-row.ts'

const rowOf = (values: Record<string, string>) =>
  toVendorRow(suggestMapping(Object.keys(values)), Object.values(values))

describe('names', () => {
  test.each([
    ['Lee, Ann', 'Ann', 'Lee'],
    ['Lee, Jr., Ann Marie', 'Ann Marie', 'Lee Jr.'],
    ['Ann Lee', 'Ann', 'Lee'],
    ['Ann Marie Lee Jr.', 'Ann Marie', 'Lee Jr.'],
    ['Lee', null, 'Lee'],
    ['Lee,', null, 'Lee,'],
  ])('%j is %j and %j', (name, first_name, last_name) => {
    expect(rowOf({ Name: name, Unit: '1' })).toMatchObject({ first_name, last_name })
  })

  test('of their own columns take precedence', () => {
    expect(rowOf({ 'First Name': 'Ann', 'Last Name': 'Lee', Name: 'Other, Person' })).toMatchObject({
      first_name: 'Ann',
      last_name: 'Lee',
    })
  })
})

describe('IDs of a file without them', () => {
  const id = (values: Record<string, string>) => rowOf(values)?.person_id

  test('stay the same when the case, spaces, email, or other columns change', () => {
    const first = id({ Name: 'Lee, Ann', Unit: '204', Email: 'a@example.com' })
    expect(first).toMatch(/^file-[0-9a-f]{24}$/)
    expect(id({ Name: 'LEE,  ann ', Unit: '204', Email: 'b@example.com', Phone: '2025550101' })).toBe(first)
  })

  test('differ by unit, by name, and for a couple that shares an email address', () => {
    const ids = [
      id({ Name: 'Lee, Ann', Unit: '204', Email: 'a@example.com' }),
      id({ Name: 'Lee, Ann', Unit: '205', Email: 'a@example.com' }),
      id({ Name: 'Lee, Bo', Unit: '204', Email: 'a@example.com' }),
      id({ Name: 'Lee, Ann', Building: '2', Unit: '204', Email: 'a@example.com' }),
    ]
    expect(new Set(ids).size).toBe(4)
  })

  test('come from the email address, or else the phone number, if the unit is missing', () => {
    const email = id({ Name: 'Lee, Ann', Email: 'A@example.com' })
    expect(id({ Name: 'Lee, Anne', Email: 'a@example.com' })).toBe(email)
    expect(id({ Name: 'Lee, Ann', Phone: '(202) 555-0101' })).toBe(
      id({ Name: 'Lee, A', Phone: '202-555-0101' }),
    )
  })

  test('are those of the file if it has them', () => {
    expect(rowOf({ 'Resident ID': '71', 'Lease ID': '75', Name: 'Lee, Ann' })).toMatchObject({
      person_id: '71',
      lease_id: '75',
    })
  })
})

test.each([
  [{ Unit: '101', Name: 'VACANT' }],
  [{ Unit: 'Total', Name: '12 units' }],
  [{ Unit: '101', Name: '' }],
  [{ Unit: 'Grand Totals:', Name: '' }],
])('leaves out %j, which is nobody', (values) => {
  expect(rowOf(values)).toBeNull()
})

test('reads a month-to-month lease as one without an end', () => {
  for (const ends of ['MTM', 'Month-to-Month', 'M-T-M'])
    expect(rowOf({ Name: 'Lee, Ann', 'Lease End': ends })).toMatchObject({
      lease_ends: null,
      is_month_to_month: true,
    })
})

test('turns numbers of days into dates, and leaves all other texts as they are', () => {
  expect(rowOf({ Name: 'Lee, Ann', 'Lease Start': '45884', 'Move In': '8/15/2025' })).toMatchObject({
    lease_starts: '2025-08-15',
    moves_in: '8/15/2025',
  })
})

test('reads the vehicle, several spots, and the best phone first', () => {
  expect(
    rowOf({
      Name: 'Lee, Ann',
      'License Plate': 'TST1234',
      'Plate State': 'IL',
      Make: 'Acme',
      Parking: 'C-14; C-15',
      'Home Phone': '2025550102',
      Cell: '2025550101',
    }),
  ).toMatchObject({
    vehicles: [{ plate: 'TST1234', region: 'IL', make: 'Acme', model: null, color: null }],
    spots: ['C-14', 'C-15'],
    phones: ['2025550101', '2025550102'],
  })
})

test.each([
  [undefined, 'HEAD'],
  ['Head of household', 'HEAD'],
  ['Non-responsible', 'OCCUPANT'],
  ['Guarantor', 'GUARANTOR'],
  ['Co-signer', 'GUARANTOR'],
  ['Child', 'CHILD'],
  ['Co-resident', 'SIGNER'],
  ['Roommate', 'OCCUPANT'],
])('reads the role %j as %s', (role, expected) => {
  expect(rowOf({ Name: 'Lee, Ann', ...(role === undefined ? {} : { Relationship: role }) })?.role).toBe(
    expected,
  )
})

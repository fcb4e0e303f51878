import pg from 'pg'
import { expect, test } from 'vitest'
import { nameConstraint } from './constraint-names.ts'

function refused(code: string, message: string, fields: Partial<pg.DatabaseError> = {}): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { code }, fields)
}

test('a refusal by a part of a distributed table has the name of our constraint', () => {
  const error = refused(
    '23P01',
    'conflicting key value violates exclusion constraint "reservations_no_overlap_102241"',
  )
  nameConstraint(error)
  expect(error.constraint).toBe('reservations_no_overlap')
})

test('a name with the number of a part loses it, and other names stay', () => {
  const part = refused('23505', 'x', { constraint: 'cars_plate_102008', table: 'cars_102008' })
  nameConstraint(part)
  expect([part.constraint, part.table]).toEqual(['cars_plate', 'cars'])
  const plain = refused('23514', 'x', { constraint: 'invoices_check7', table: 'invoices' })
  nameConstraint(plain)
  expect([plain.constraint, plain.table]).toEqual(['invoices_check7', 'invoices'])
})

test('other errors have no constraint', () => {
  const error = refused('42P01', 'relation "constraint "x"" does not exist')
  nameConstraint(error)
  expect(error.constraint).toBeUndefined()
})

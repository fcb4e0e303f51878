import { eachCarFact } from '@openspot/core/cars/car-facts.ts'
import { expect, test } from 'vitest'
import { carLook } from './car-look.ts'

test('describes a vehicle with its color first, and leaves out what is unknown', () => {
  const unknown = eachCarFact(() => null)
  expect(carLook({ ...unknown, make: 'Honda', model: 'Civic', color: 'Black' })).toBe('Black Honda Civic')
  expect(carLook({ ...unknown, make: 'Honda', color: '' })).toBe('Honda')
  expect(carLook(unknown)).toBe('')
})

test('begins the description of a vehicle with a capital letter, however its color was typed', () => {
  const unknown = eachCarFact(() => null)
  expect(carLook({ ...unknown, make: 'Toyota', color: 'green' })).toBe('Green Toyota')
})

import { eachCarFact } from '@openspot/core/cars/car-facts.ts'
import { expect, test } from 'vitest'
import { carLook } from './car-look.ts'

test('describes a vehicle with its color first, and leaves out what is unknown', () => {
  const unknown = eachCarFact(() => null)
  expect(carLook({ ...unknown, make: 'Honda', model: 'Civic', color: 'Black' })).toBe('Black Honda Civic')
  expect(carLook({ ...unknown, make: 'Honda', color: '' })).toBe('Honda')
})

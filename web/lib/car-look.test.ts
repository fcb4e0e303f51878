import { expect, test } from 'vitest'
import { carLook } from './car-look.ts'

test('describes a vehicle with its color first, and leaves out what is unknown', () => {
  expect(carLook({ make: 'Honda', model: 'Civic', color: 'Black' })).toBe('Black Honda Civic')
  expect(carLook({ make: 'Honda', model: null, color: '' })).toBe('Honda')
})

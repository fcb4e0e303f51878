import { expect, test } from 'vitest'
import { mayHavePhoneGate, toFeet, toMillimeters } from './facts.ts'

test('every whole inch survives being stored in millimeters and read back', () => {
  for (let inches = 40; inches <= 390; inches += 1) {
    const typed = { feet: Math.floor(inches / 12), inches: inches % 12 }
    expect(toFeet(toMillimeters(typed))).toEqual(typed)
  }
})

test('rounds a clearance in metric units down to the inch', () => {
  expect(toFeet(2100)).toEqual({ feet: 6, inches: 10 })
  expect(toFeet(2031)).toEqual({ feet: 6, inches: 7 })
  expect(toFeet(2032)).toEqual({ feet: 6, inches: 8 })
})

test('a lot may have a gate that a pass opens unless it only says that anyone drives in', () => {
  expect(mayHavePhoneGate(['PHONE_GATE'])).toBe(true)
  expect(mayHavePhoneGate(['PHONE_GATE', 'OPEN_ACCESS'])).toBe(true)
  expect(mayHavePhoneGate([])).toBe(true)
  expect(mayHavePhoneGate(['OPEN_ACCESS'])).toBe(false)
  expect(mayHavePhoneGate(['OPEN_ACCESS', 'ATTENDANT'])).toBe(false)
})

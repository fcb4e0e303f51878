import { expect, test } from 'vitest'
import * as enums from './enums.ts'

test('every enumeration has at least one value and no duplicates, and isOneOf accepts exactly its values', () => {
  const { isOneOf, ...lists } = enums
  for (const [name, values] of Object.entries(lists)) {
    expect(values.length, name).toBeGreaterThan(0)
    expect(new Set(values).size, name).toBe(values.length)
  }
  expect(isOneOf(enums.weekdays, 'MON')).toBe(true)
  expect(isOneOf(enums.weekdays, 'mon')).toBe(false)
  expect(isOneOf(enums.weekdays, 1)).toBe(false)
})

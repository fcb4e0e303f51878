import { expect, test } from 'vitest'
import { isPlainName, plainName } from './plain-name.ts'

test.each([
  'Wells Street Lot',
  'J.R. O’Brien-Łuński',
  'St. Mary’s, No. 5',
  'Lot 12.5',
  'Гараж на Невском',
  '駐車場 3',
  'A/C & Sons (North)',
  '24/7 Parking: Downtown',
])('accepts the name %j', (name) => {
  expect(isPlainName(name)).toBe(true)
  expect(plainName(name)).toBe(name)
})

test.each([
  ['Your account is locked: http://evil.example/login', 'Your account is locked: http evil. example/login'],
  ['evil.example', 'evil. example'],
  ['Visit www.evil', 'Visit evil'],
  ['evil。com', 'evil. com'],
  ['two\nlines', 'two lines'],
  ['tab\there', 'tab here'],
  ['bell\u0007', 'bell'],
  ['line\u2028separator', 'line separator'],
  ['turned \u202earound', 'turned around'],
])('rejects the name %j', (name, plain) => {
  expect(isPlainName(name)).toBe(false)
  expect(plainName(name)).toBe(plain)
  expect(isPlainName(plain)).toBe(true)
})

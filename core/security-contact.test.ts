import { expect, test } from 'vitest'
import { PlainError } from './plain-error.ts'
import { readSecurityContact } from './security-contact.ts'

test.each([
  [undefined, null],
  ['  ', null],
  ['security@garage.example', 'mailto:security@garage.example'],
  ['mailto:security@garage.example', 'mailto:security@garage.example'],
  ['https://garage.example/report', 'https://garage.example/report'],
  ['tel:+1-312-555-0100', 'tel:+1-312-555-0100'],
])('reads %o as %o', (given, expected) => {
  expect(readSecurityContact(given)).toBe(expected)
})

test.each([
  ['http://garage.example/report'],
  ['javascript:alert(1)'],
  ['mailto:nobody'],
  ['write to us'],
  ['security@garage.example\nContact: mailto:evil@evil.example'],
  ['mailto:security@garage.example\nPolicy: https://evil.example'],
])('rejects %o and names the variable', (given) => {
  expect(() => readSecurityContact(given)).toThrow(PlainError)
  expect(() => readSecurityContact(given)).toThrow('OPENSPOT_SECURITY_CONTACT')
})

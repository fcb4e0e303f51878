import { expect, test } from 'vitest'
import { emailParts } from './email-text.tsx'

test('an address may break after its @ and before its dots, and nowhere else', () => {
  const email = 'olga.ownerson@yards.example'
  const parts = emailParts(email)
  expect(parts.map(({ part }) => part)).toEqual(['olga', '.ownerson@', 'yards', '.example'])
  for (const { at, part } of parts) expect(email.slice(at, at + part.length)).toBe(part)
})

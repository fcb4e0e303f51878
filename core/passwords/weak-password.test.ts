import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { weaknessOf } from './weak-password.ts'

const ada = { email: 'ada.lovelace@people.example', first_name: 'Ann', last_name: 'Lovelace' }

test.each([
  ['aaaaaaaaaa', /repeats/],
  ['abcabcabcabc', /repeats/],
  ['1212121212', /repeats/],
  ['1234567890', /sequence/],
  ['0987654321', /sequence/],
  ['qwertyuiop', /sequence/],
  ['abcdefghijkl', /sequence/],
  ['Password123', /most common/],
  ['Password123!', /most common/],
  ['q1w2e3r4t5', /most common/],
  ['my openspot word', /openspot/],
  ['ada.lovelace@people.example', /email/],
  ['Ada.Lovelace99', /email/],
  ['the great lovelace', /name/],
  ['go home ann now', /name/],
])('rejects %s', (password, reason) => {
  expect(weaknessOf(password, ada)).toMatch(reason)
})

test.each(['long enough word', 'planning a trip', 'park me if you can', 'xK3!m92pQz', 'Zwölf Hütten am See'])(
  'accepts %s',
  (password) => expect(weaknessOf(password, ada)).toBeNull(),
)

test('checks the password of a person without a name or email address', () => {
  const nobody = { email: null, first_name: null, last_name: null }
  expect(weaknessOf('zzzzzzzzzzzz', nobody)).toMatch(/repeats/)
  expect(weaknessOf('quite a good one', nobody)).toBeNull()
})

test('the list of common passwords has more than 1,500 entries of at least 10 characters', () => {
  expect(commonPasswords.size).toBeGreaterThan(1500)
  for (const word of commonPasswords) expect(word.length).toBeGreaterThanOrEqual(10)
})

import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { weaknessOf } from './weak-password.ts'

const ada = { email: 'ada.lovelace@people.example', first_name: 'Ann', last_name: 'Lovelace' }

test.each([
  ['aaaaaaaaaa', 'password_repeats'],
  ['abcabcabcabc', 'password_repeats'],
  ['1212121212', 'password_repeats'],
  ['1234567890', 'password_sequence'],
  ['0987654321', 'password_sequence'],
  ['qwertyuiop', 'password_sequence'],
  ['abcdefghijkl', 'password_sequence'],
  ['Password123', 'password_common'],
  ['Password123!', 'password_common'],
  ['q1w2e3r4t5', 'password_common'],
  ['my openspot word', 'password_product'],
  ['ada.lovelace@people.example', 'password_email'],
  ['Ada.Lovelace99', 'password_email'],
  ['the great lovelace', 'password_name'],
  ['ann1234567', 'password_name'],
  ['Ann-Lovelace-2', 'password_name'],
])('rejects %s', (password, code) => {
  expect(weaknessOf(password, ada)).toEqual({ code })
})

test.each(['long enough word', 'planning a trip', 'park me if you can', 'xK3!m92pQz', 'Zwölf Hütten am See'])(
  'accepts %s',
  (password) => expect(weaknessOf(password, ada)).toBeNull(),
)

test('accepts three letters that are a first name, and an ordinary word, among others', () => {
  expect(weaknessOf('go home ann now', ada)).toBeNull()
  const may = { email: 'jo@people.example', first_name: 'May', last_name: 'Lee' }
  expect(weaknessOf('it may rain today', may)).toBeNull()
  expect(weaknessOf('jo and the tree', may)).toBeNull()
  expect(weaknessOf('MayLee2026', may)).toEqual({ code: 'password_name' })
  expect(weaknessOf('jo123456789', may)).toEqual({ code: 'password_email' })
})

test('checks the password of a person without a name or email address', () => {
  const nobody = { email: null, first_name: null, last_name: null }
  expect(weaknessOf('zzzzzzzzzzzz', nobody)).toEqual({ code: 'password_repeats' })
  expect(weaknessOf('quite a good one', nobody)).toBeNull()
})

test('the list of common passwords has more than 1,500 entries of at least 10 characters', () => {
  expect(commonPasswords.size).toBeGreaterThan(1500)
  for (const word of commonPasswords) expect(word.length).toBeGreaterThanOrEqual(10)
})

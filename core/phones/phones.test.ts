import { expect, test } from 'vitest'
import { formatPhone, formatTypedPhone, phoneFault, readPhone } from './phones.ts'

test.each([
  ['US', '(312) 555-0189', '+13125550189'],
  ['US', '312 555 0189', '+13125550189'],
  ['US', '+44 20 7946 0018', '+442079460018'],
  ['GB', '020 7946 0018', '+442079460018'],
  ['GB', '+1 312 555 0189', '+13125550189'],
  ['DE', '030 23125-000', '+493023125000'],
  ['JP', '03-3224-9999', '+81332249999'],
  ['EG', '02 27957401', '+20227957401'],
  ['XA', '312-555-0189', '+13125550189'],
  // Area codes that are in service and that the library does not know yet.
  ['US', '(861) 555-0189', '+18615550189'],
  ['US', '729-555-0189', '+17295550189'],
  ['US', '+1 679 555 0189', '+16795550189'],
  ['US', '+52 1 55 5512 3456', '+525555123456'],
  ['MX', '0052 1 55 5512 3456', '+525555123456'],
  ['MX', '55 5512 3456', '+525555123456'],
])('in %s, %s is read as %s', (country, text, phone) => {
  expect(readPhone(text, country)).toBe(phone)
})

test('a number that is too short, too long, or has an extension or letters is refused', () => {
  for (const text of [
    '',
    '112 555 0189',
    '312 155 0189',
    '555-0189',
    '312 555 01890',
    '(312) 555-0189 ext. 5',
    'call me',
    '+999 1234567',
  ])
    expect(readPhone(text, 'US')).toBe(null)
})

test.each([
  ['US', '', 'not_a_number'],
  ['US', 'call me', 'not_a_number'],
  ['US', '312-555-CALL-ME', 'not_a_number'],
  ['US', '5', 'too_short'],
  ['US', '555-0189', 'too_short'],
  ['US', '+1 312 555', 'too_short'],
  ['GB', '020 79', 'too_short'],
  ['US', '312 555 01890', 'too_long'],
  ['US', '+44 20 7946 001812', 'too_long'],
  ['US', '44 20 7946 0018', 'no_country_code'],
  ['US', '49 30 23125000', 'no_country_code'],
  ['US', '+999 1234567', 'unknown_country_code'],
  ['US', '(312) 555-0189 ext. 5', 'has_extension'],
  ['US', '112 555 0189', 'not_in_use'],
  ['US', '312 155 0189', 'not_in_use'],
  ['GB', '+44 99 7946 0018', 'not_in_use'],
])('in %s, %j is refused as %s', (country, text, fault) => {
  expect(readPhone(text, country)).toBe(null)
  expect(phoneFault(text, country)).toBe(fault)
})

test('a number that is accepted has no fault', () => {
  for (const text of ['(312) 555-0189', '(861) 555-0189', '+52 1 55 5512 3456', '+44 20 7946 0018'])
    expect(phoneFault(text, 'US')).toBe(null)
})

const phones = ['+13125550189', '+442079460018', '+493023125000', '+81332249999', '+20227957401']
test.each([
  ['US', ['(312) 555-0189', '+44 20 7946 0018', '+49 30 23125000', '+81 3 3224 9999', '+20 2 27957401']],
  ['GB', ['+1 312 555 0189', '020 7946 0018', '+49 30 23125000', '+81 3 3224 9999', '+20 2 27957401']],
  ['DE', ['+1 312 555 0189', '+44 20 7946 0018', '030 23125000', '+81 3 3224 9999', '+20 2 27957401']],
  ['JP', ['+1 312 555 0189', '+44 20 7946 0018', '+49 30 23125000', '03-3224-9999', '+20 2 27957401']],
  ['EG', ['+1 312 555 0189', '+44 20 7946 0018', '+49 30 23125000', '+81 3 3224 9999', '02 27957401']],
])(
  'a reader in %s sees numbers of the own country in its form and others with their code',
  (country, texts) => {
    expect(phones.map((phone) => formatPhone(phone, country))).toEqual(texts)
  },
)

test('a stored text that is not a number is shown as it is', () => {
  expect(formatPhone('front desk', 'US')).toBe('front desk')
})

test.each([
  ['US', '312555', '(312) 555'],
  ['US', '3125550189', '(312) 555-0189'],
  ['US', '(312) 555-01', '(312) 555-01'],
  ['US', '+4420794600', '+44 20 7946 00'],
  ['GB', '02079460018', '020 7946 0018'],
  ['XA', '312555', '(312) 555'],
])('in %s, %s is written as %s while it is typed', (country, text, shown) => {
  expect(formatTypedPhone(text, country)).toBe(shown)
})

test('a text that is not the beginning of a number, or has an extension, stays as it is typed', () => {
  for (const text of ['', 'call me', '312 555 0189 x5', '3125550189 ext'])
    expect(formatTypedPhone(text, 'US')).toBe(text)
})

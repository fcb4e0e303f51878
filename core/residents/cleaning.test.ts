import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import { isPlainName } from '../text/plain-name.ts'
import { cleanEmail, cleanPhone } from './clean-contact.ts'
import { addDays, addYears, readDate } from './clean-date.ts'
import { cleanName, cleanSpots, cleanText, cleanVehicles, sameName } from './clean-text.ts'

const today = '2026-11-25'
const us = { country: 'US', allows_fictional_phones: true }

test.each([
  ['  Robin ', 'Robin'],
  ['*Robin*', 'Robin'],
  ['Robin (pet owner)', 'Robin'],
  ['Robin (1) [see file] ', 'Robin'],
  ['Mary  Ann\t', 'Mary Ann'],
  ['Ro\u200bbin', 'Robin'],
  ['Zoe\u0308', 'Zoë'],
  ['O’Brien-Łuński', 'O’Brien-Łuński'],
  ['J.R.', 'J.R.'],
  ['evil.example', 'evil. example'],
  ['two\nlines', 'two lines'],
  ['Model T', 'Model T'],
  ['Na', 'Na'],
  ['李', '李'],
])('cleans the name %j to %j', (name, clean) => {
  expect(cleanName(name)).toBe(clean)
})

test.each([
  null,
  '',
  '*',
  '---',
  '42',
  'Unknown',
  'VACANT',
  'model',
  'n/a',
  'TBD',
  'Unknown vacant',
  '(Robin)',
  'bell\u0007',
  'a'.repeat(101),
])('rejects the name %j', (name) => {
  expect(cleanName(name)).toBe(null)
})

test.each([
  ['Robin', 'Samplewood', true],
  ['ROBIN', 'Sample-wood', true],
  ['Robín', 'Samplewood', true],
  ['Rob', 'Samplewood', false],
  [null, 'Samplewood', false],
  ['Robin', null, false],
])('compares Robin Samplewood with %j %j: %j', (first_name, last_name, equal) => {
  expect(sameName({ first_name: 'Robin', last_name: 'Samplewood' }, { first_name, last_name })).toBe(equal)
})

test('people without names do not have the same name', () => {
  const nobody = { first_name: null, last_name: null }
  expect(sameName(nobody, nobody)).toBe(false)
})

const names = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'é',
      '*',
      ' ',
      '(',
      ')',
      '[',
      ']',
      '.',
      'w',
      ':',
      '/',
      '\u200b',
      '\n',
      '\u0301',
    ),
  }),
)

test('cleaning texts and names is idempotent, and a clean name is one that the database accepts', () => {
  fc.assert(
    fc.property(names, (text) => {
      const [name, clean] = [cleanName(text), cleanText(text)]
      expect(cleanText(clean)).toBe(clean)
      expect(name === null || (isPlainName(name) && cleanName(name) === name)).toBe(true)
    }),
    { numRuns: 1000, seed: 1 },
  )
})

test('a cleaning of names that does not remove links is noticed', () => {
  const withLinks = (text: string) => text.replaceAll('*', '').trim()
  expect(
    notices(
      fc.property(names, (text) => isPlainName(withLinks(text))),
      500,
    ),
  ).toBe(true)
})

test.each([
  ['08/15/2026', '2026-08-15'],
  ['8/5/2026', '2026-08-05'],
  ['08-15-2026', '2026-08-15'],
  ['2026-08-15', '2026-08-15'],
  ['2026-08-15T23:30:00-08:00', '2026-08-15'],
  ['2026-08-15T00:00:00.000Z', '2026-08-15'],
  ['2026-08-15 00:00:00', '2026-08-15'],
  ['8/15/2026 12:00:00 AM', '2026-08-15'],
  [' 02/29/2028 ', '2028-02-29'],
])('reads the date %j as %s', (text, on) => {
  expect(readDate(text, today)).toEqual({ kind: 'DATE', on })
})

test.each([
  ['', 'NONE'],
  [null, 'NONE'],
  ['n/a', 'NONE'],
  ['1/1/1900', 'NONE'],
  ['0001-01-01T00:00:00', 'NONE'],
  ['00/00/0000', 'NONE'],
  ['12/31/1949', 'NONE'],
  ['12/31/2099', 'OPEN'],
  ['9999-12-31', 'OPEN'],
  ['11/26/2056', 'OPEN'],
  ['02/30/2025', 'INVALID'],
  ['02/29/2026', 'INVALID'],
  ['15/08/2026', 'INVALID'],
  ['8/15/26', 'INVALID'],
  ['8/15-2026', 'INVALID'],
  ['soon', 'INVALID'],
  ['2026-08-15 or later', 'INVALID'],
])('reads the date %j as %s', (text, kind) => {
  expect(readDate(text, today)).toEqual({ kind })
})

test('a date is open from the day after thirty years from today', () => {
  expect(readDate('11/25/2056', today)).toEqual({ kind: 'DATE', on: '2056-11-25' })
  expect(addYears('2028-02-29', 1)).toBe('2029-02-28')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})

test('reading a date that was read gives the same date', () => {
  const day = fc.record({
    year: fc.integer({ min: 1900, max: 2120 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  fc.assert(
    fc.property(day, ({ year, month, day }) => {
      const [american, iso] = [
        readDate(`${month}/${day}/${year}`, today),
        readDate(`${year}-${month}-${day}`, today),
      ]
      expect(american).toEqual(iso)
      if (american.kind === 'DATE') expect(readDate(american.on, today)).toEqual(american)
    }),
    { numRuns: 1000, seed: 1 },
  )
})

test.each([
  ' Robin@Example.COM ',
  'r.o-b_i+n@mail.example.co.uk',
  'no-reply@example.com',
  'nora@example.com',
  'test@example.com',
])('accepts the email %j in lower case', (email) => {
  expect(cleanEmail(email, {})).toEqual({ value: email.trim().toLowerCase(), is_invalid: false })
})

test.each([
  'none@none.com',
  'noemail@example.com',
  'na@example.com',
  'no@example.com',
  'n/a',
  'refused',
  'REFUSED@example.com',
  'test@test.com',
  'robin',
  'robin@',
  'robin@example',
  'robin@@example.com',
  'robin@exa mple.com',
  '.robin@example.com',
  'robin@-example.com',
  'a@example.com; b@example.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b.'.repeat(130)}com`,
])('rejects the email %j', (email) => {
  expect(cleanEmail(email, {})).toEqual({ value: null, is_invalid: true })
})

test('an email to which nothing can be delivered is invalid, and an empty one is only missing', () => {
  const rules = { undeliverable_emails: new Set(['robin@example.com']) }
  expect(cleanEmail('Robin@example.com', rules)).toEqual({ value: null, is_invalid: true })
  expect(cleanEmail(' ', rules)).toEqual({ value: null, is_invalid: false })
  expect(cleanEmail(null, rules)).toEqual({ value: null, is_invalid: false })
})

test.each([
  ['2025550101', '+12025550101'],
  ['(202) 555-0101', '+12025550101'],
  ['202.555.0101 x12', '+12025550101'],
  ['202-555-0101 ext. 5', '+12025550101'],
  ['202-555-0101 (mom)', '+12025550101'],
  ['12025550101', '+12025550101'],
  ['+44 20 7946 0018', '+442079460018'],
])('reads the phone %j as %s', (text, phone) => {
  expect(cleanPhone([text], us)).toEqual({ value: phone, fault: null })
})

test.each([
  ['0000000000', 'placeholder'],
  ['000-000-0000', 'placeholder'],
  ['1234567890', 'placeholder'],
  ['222-222-2222', 'placeholder'],
  ['+1 222 222 2222', 'placeholder'],
  ['102-555-0101', 'not_in_use'],
  ['202-155-0101', 'not_in_use'],
  ['555-0101', 'too_short'],
  ['none', 'not_a_number'],
] as const)('rejects the phone %j as %s', (text, fault) => {
  expect(cleanPhone([text], us)).toEqual({ value: null, fault })
})

test('the first usable phone counts, and phones are only invalid if none is usable', () => {
  expect(cleanPhone(['000', '3128675309', '2025550101'], us)).toEqual({
    value: '+13128675309',
    fault: null,
  })
  expect(cleanPhone(['', ' '], us)).toEqual({ value: null, fault: null })
  expect(cleanPhone([], us)).toEqual({ value: null, fault: null })
})

test('numbers that are reserved for fiction are rejected in production', () => {
  const production = { ...us, allows_fictional_phones: false }
  expect(cleanPhone(['2025550101'], production)).toEqual({ value: null, fault: 'placeholder' })
  expect(cleanPhone(['2025551101'], production)).toEqual({ value: '+12025551101', fault: null })
})

test('phones without a country code are those of the lot’s country', () => {
  expect(cleanPhone(['020 7946 0018'], { ...us, country: 'GB' }).value).toBe('+442079460018')
  expect(cleanPhone(['020 7946 0018'], us).value).toBe(null)
})

test('cleaning contacts is idempotent and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+0-9() x-]{0,18}$/), (text, number) => {
      const email = cleanEmail(text, {}).value
      if (email !== null) expect(cleanEmail(email, {}).value).toBe(email)
      const phone = cleanPhone([text, number], us).value
      if (phone !== null) expect(cleanPhone([phone], us).value).toBe(phone)
    }),
    { numRuns: 1000, seed: 1 },
  )
})

test('vehicles are listed once for each plate, without those that have none', () => {
  const car = { region: 'il', make: ' Acme ', model: null, color: 'Blue' }
  expect(
    cleanVehicles([
      { ...car, plate: 'TST 1234' },
      { ...car, plate: 'tst-1234', color: null },
      { ...car, plate: ' - ' },
      { ...car, plate: 'ABC1', region: 'Nowhere' },
    ]).vehicles,
  ).toEqual([
    { plate: 'ABC1', region: null, make: 'Acme', model: null, color: 'Blue' },
    { plate: 'TST 1234', region: 'IL', make: 'Acme', model: null, color: 'Blue' },
  ])
  expect(cleanSpots(['C-14', ' C-14', '', 'A-1'])).toEqual(['A-1', 'C-14'])
})

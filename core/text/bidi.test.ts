import { expect, test } from 'vitest'
import { isRightToLeft, visualRuns } from './bidi.ts'

/** The line as it stands from left to right. */
const stands = (line: string, from_right = false) =>
  visualRuns(line, from_right)
    .map(({ text, is_rtl }) => (is_rtl ? Array.from(text).toReversed().join('') : text))
    .join('')

// Hebrew letters stand for themselves; what is expected was worked out with the reference implementation of UAX #9.
test.each([
  ['abc def', false, 'abc def'],
  ['אבג', false, 'גבא'],
  ['אבג 12', true, '12 גבא'],
  ['12 אבג', false, '12 גבא'],
  ['Lot אב 12 end', false, 'Lot 12 בא end'],
  ['אב (12) גד', true, 'דג (12) בא'],
  ['אב (cd) גד', true, 'דג (cd) בא'],
  ['ab (אב) cd', false, 'ab (בא) cd'],
  ['ab (אב', false, 'ab (בא'],
  ['אב-12', true, '12-בא'],
  ['אב 1,250.50$', true, '1,250.50$ בא'],
  ['عربي ١٢٫٥', true, '١٢٫٥ يبرع'],
  ['عربي 12', false, '12 يبرع'],
  ['a: אב, גד.', false, 'a: דג ,בא.'],
  ['אב ', true, ' בא'],
  ['«אב»', true, '«בא»'],
  ['', false, ''],
])('%j begins at the right: %j, stands as %j', (line, from_right, expected) => {
  expect(stands(line, from_right)).toBe(expected)
})

test('a paragraph begins where its first letter does', () => {
  expect(isRightToLeft('12 (אב) cd')).toBe(true)
  expect(isRightToLeft('12 ab אב')).toBe(false)
  expect(isRightToLeft('12 ...')).toBe(false)
})

test('signs that only steer directions are taken out', () => {
  expect(stands('a\u202eb\u2066c\u200f')).toBe('abc')
})

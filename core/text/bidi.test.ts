import { expect, test } from 'vitest'
import { isRightToLeft, visualRuns } from './bidi.ts'

/** Returns the line in visual order. */
const stands = (line: string, from_right = false) =>
  visualRuns(line, from_right)
    .map(({ text, is_rtl }) => (is_rtl ? Array.from(text).toReversed().join('') : text))
    .join('')

// Hebrew letters stand for right-to-left text; the expected values come from the reference implementation of UAX #9.
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
])('%j with right-to-left base direction %j is displayed as %j', (line, from_right, expected) => {
  expect(stands(line, from_right)).toBe(expected)
})

test('the first letter decides the direction of a paragraph', () => {
  expect(isRightToLeft('12 (אב) cd')).toBe(true)
  expect(isRightToLeft('12 ab אב')).toBe(false)
  expect(isRightToLeft('12 ...')).toBe(false)
})

test('removes characters that only control direction', () => {
  expect(stands('a\u202eb\u2066c\u200f')).toBe('abc')
})

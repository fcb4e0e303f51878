import { expect, test } from 'vitest'
import { findOddWords } from './plain-words.ts'

test.each([
  ['a comment', 'a.ts', '  // Somebody took it.'],
  ['a docstring', 'a.tsx', ' * Made anew after each change.'],
  ['a comment in SQL', 'a.sql', '-- Cancelled by the driver.'],
  ['a test title', 'a.test.ts', "test('so many spots are refused', () => {"],
  ['a document', 'a.md', 'The colour of a spot.'],
  ['a noun for a reservation', 'a.test.ts', "test('rejects a stay that overlaps another', () => {"],
  ['a sentence fragment', 'a.ts', '/** Of a monthly reservation. */'],
  ['an inverted sentence', 'a.ts', '// The price that is to be paid.'],
])('finds a word that is not plain American English in %s', (_, file, text) => {
  expect(findOddWords(file, text)).toEqual([expect.objectContaining({ line: 1 })])
})

test('names the line, the word, and what to write instead', () => {
  expect(findOddWords('a.ts', 'code()\n// Grey.')).toEqual([{ line: 2, word: 'Grey', instead: 'gray' }])
})

test.each([
  ['code', 'a.ts', "const state = 'cancelled'"],
  ['a name in backticks', 'a.md', 'The status `cancelled` of the vendor.'],
  ['a plain comment', 'a.ts', '// Canceled by the driver.'],
  ['stay as a verb', 'a.ts', '// Existing reservations stay valid, and the spot stays held.'],
])('leaves %s as it is', (_, file, text) => {
  expect(findOddWords(file, text)).toEqual([])
})

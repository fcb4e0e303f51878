import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['', '', 2, 0],
  ['chicago', 'chicago', 2, 0],
  ['chicago', 'chcago', 2, 1],
  ['chicago', 'chiacgo', 2, 1],
  ['シカゴ', 'シコカ', 2, 2],
  ['abc', 'xyz', 2, 3],
  ['abc', 'abcdefgh', 2, 3],
  ['𠮷野家', '吉野家', 1, 1],
])('%j and %j differ by at most %i letters: %i', (from, to, most, distance) => {
  expect(editDistance(from, to, most)).toBe(distance)
  expect(editDistance(to, from, most)).toBe(distance)
})

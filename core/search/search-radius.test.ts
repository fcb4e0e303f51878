import { expect, test } from 'vitest'
import { radiiUpTo } from './search-radius.ts'

test('a search goes by steps of a walk, and ends at its largest radius', () => {
  expect(radiiUpTo(5000)).toEqual([307, 615, 923, 1230, 5000])
  expect(radiiUpTo(923)).toEqual([307, 615, 923])
  expect(radiiUpTo(100)).toEqual([100])
})

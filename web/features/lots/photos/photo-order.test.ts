import { expect, test } from 'vitest'
import { moved, withEntrance, withRestored } from './photo-order.ts'

const photo = (id: string, is_entrance = false) => ({ id, caption: '', is_entrance })

test('moves a photo to each place without losing any', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c'])
})

test('only one photo is the one of the entrance', () => {
  expect(withEntrance([photo('a', true), photo('b')], 'b', true)).toEqual([photo('a'), photo('b', true)])
  expect(withEntrance([photo('a', true), photo('b')], 'a', false)).toEqual([photo('a'), photo('b')])
})

test('a restored photo returns to its place, and is the entrance again unless another one is by now', () => {
  expect(withRestored([photo('a'), photo('c')], photo('b', true), 1)).toEqual([
    photo('a'),
    photo('b', true),
    photo('c'),
  ])
  expect(withRestored([photo('a', true)], photo('b', true), 0)).toEqual([photo('b'), photo('a', true)])
})

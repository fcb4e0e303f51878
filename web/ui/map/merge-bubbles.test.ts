import { expect, test } from 'vitest'
import { mergeBubbles } from './merge-bubbles.ts'

const at = (id: string, x: number, y: number, cents: number) => ({ id, x, y, cents, width: 60 })

test('merges bubbles that would touch into one at the cheapest', () => {
  const merged = mergeBubbles([at('a', 0, 0, 900), at('b', 20, 5, 700), at('c', 400, 0, 500)], null)
  expect(merged).toEqual([
    { id: 'c', members: ['c'] },
    { id: 'b', members: ['b', 'a'] },
  ])
})

test('the selected bubble is never merged', () => {
  const merged = mergeBubbles([at('a', 0, 0, 900), at('b', 20, 5, 700)], 'a')
  expect(merged).toEqual([
    { id: 'a', members: ['a'] },
    { id: 'b', members: ['b'] },
  ])
})

test('separate bubbles stay separate', () => {
  expect(mergeBubbles([at('a', 0, 0, 1), at('b', 0, 60, 2)], null)).toHaveLength(2)
})

import { expect, test } from 'vitest'
import { pointInside, type Ring } from './read-outline.ts'

const hooked: Ring = [
  [0, 0],
  [0.001, 0],
  [0.001, 0.001],
  [0, 0.001],
  [0, 0.0009],
  [0.0009, 0.0009],
  [0.0009, 0.0001],
  [0, 0.0001],
  [0, 0],
]
const hole: Ring = [
  [0.0001, 0.0001],
  [0.0009, 0.0001],
  [0.0009, 0.0009],
  [0.0001, 0.0009],
  [0.0001, 0.0001],
]
const frame: Ring = [
  [0, 0],
  [0.001, 0],
  [0.001, 0.001],
  [0, 0.001],
  [0, 0],
]

test.each([
  ['a hook', [hooked]],
  ['a frame', [frame, hole]],
])('pointInside lies inside %s', (_what, rings) => {
  const { lat, lng } = pointInside(rings)
  const inBox = lng > 0 && lng < 0.001 && lat > 0 && lat < 0.001
  const inGap = lng < 0.0009 && lat > 0.0001 && lat < 0.0009 && lng > (rings.length === 2 ? 0.0001 : 0)
  expect([inBox, inGap]).toEqual([true, false])
})

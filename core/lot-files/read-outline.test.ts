import { expect, test } from 'vitest'
import { squareRing } from '../testing/lot-files.ts'
import { pointInside, type Ring, readOutline } from './read-outline.ts'

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

const limits = { corners: 500, area_m2: 1_000_000 }
const box = (west: number, south: number, east: number, north: number) => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
]
/** About 12 km². */
const large = box(-85.7, 42.9, -85.66, 42.93)

test.each([
  ['latitudes beyond a pole, whose areas would be negative', box(-1, 130, 1, 230)],
  ['an infinite longitude', box(-85.67, 42.96, Number('1e400'), 42.97)],
  ['a corner that is infinite both ways', box(Number('-1e400'), 42.96, Number('1e400'), 42.97)],
])('the limits of an outline also hold next to a polygon with %s', (_what, odd) => {
  expect(readOutline([large, odd], null, limits)).toEqual({ ok: false, refusal: { code: 'no_rings' } })
})

test('the limits of an outline hold for each of its polygons, also next to an empty one', () => {
  const refused = { ok: false, refusal: { code: 'too_detailed', ...limits } }
  expect(readOutline([large], null, limits)).toEqual(refused)
  expect(readOutline([[[]], large], null, limits)).toEqual(refused)
  expect(readOutline([[squareRing()]], null, limits)).toMatchObject({ ok: true })
})

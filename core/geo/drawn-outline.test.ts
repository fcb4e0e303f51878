import { expect, test } from 'vitest'
import { distanceMeters } from './cells.ts'
import { boundaryOf, type Corner, cornersOf, moved, rectangleAround } from './drawn-outline.ts'
import { flatten } from './outline.ts'

const chicago: Corner = [-87.63, 41.88]

test('moves a point by meters, at any latitude', () => {
  for (const at of [chicago, [25, 69.5] as Corner, [151.2, -33.9] as Corner]) {
    const [lng, lat] = moved(at, 30, -40)
    expect(distanceMeters(at[1], at[0], lat, lng)).toBeCloseTo(50, 0)
  }
})

test('a rectangle has the area of its sides and is an outline that can be saved', () => {
  const boundary = boundaryOf(rectangleAround(chicago, 40, 25))
  const flat = flatten(boundary ?? [])
  expect(flat.ok && flat.polygon.area_m2).toBeCloseTo(1000, -1)
})

test('a boundary closes its corners and gives them back, and two corners are none yet', () => {
  const corners = rectangleAround(chicago, 40, 25)
  expect(cornersOf(boundaryOf(corners))).toEqual(corners)
  expect(boundaryOf(corners.slice(0, 2))).toBeNull()
  expect(cornersOf(null)).toEqual([])
})

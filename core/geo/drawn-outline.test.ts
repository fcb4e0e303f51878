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

test('an outline across the 180th meridian, as on Taveuni in Fiji, is as large as one elsewhere', () => {
  const across: Corner[] = [
    [179.998, -16.802],
    [-179.998, -16.802],
    [-179.998, -16.798],
    [179.998, -16.798],
    [179.998, -16.802],
  ]
  const elsewhere = across.map(([lng, lat]) => [lng + (lng > 0 ? -90 : 270), lat])
  const [flat, same] = [flatten([across]), flatten([elsewhere])]
  if (!flat.ok || !same.ok) throw new Error('An outline was refused.')
  expect(flat.polygon.area_m2).toBeCloseTo(same.polygon.area_m2, 0)
  const { rings, toPosition } = flat.polygon
  expect(rings[0]?.map(toPosition)).toContainEqual([-179.998, -16.802])
})

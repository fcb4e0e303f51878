import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import {
  type Box,
  boxWidth,
  cellOf,
  cellsAround,
  cellsInBox,
  distanceMeters,
  METERS_PER_DEGREE,
  walkableMeters,
  walkingMinutes,
} from './cells.ts'

const between = (min: number, max: number) =>
  fc.integer({ min: min * 1e7, max: max * 1e7 }).map((value) => value / 1e7)
const latitude = fc.oneof(
  between(-85, 85),
  between(84, 89.5),
  fc.integer({ min: -4000, max: 4000 }).map((n) => n / 50),
)
const longitude = fc.oneof(between(-180, 180), between(179.9, 180), between(-180, -179.9))
const radius = fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 60_000 }))

/** A point mostly just within the radius, because a cover fails at its border. */
const pairs = fc
  .tuple(
    latitude,
    longitude,
    radius,
    fc.integer({ min: 0, max: 359 }),
    fc.constantFrom(0, 0.5, 0.9, 0.99999, 1),
  )
  .map(([lat, lng, radius_m, degrees, share]) => {
    const reach = (radius_m * share) / METERS_PER_DEGREE
    const angle = (degrees * Math.PI) / 180
    const other_lat = Math.max(-90, Math.min(90, lat + reach * Math.sin(angle)))
    const east = lng + (reach * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)
    return { lat, lng, radius_m, other_lat, other_lng: ((((east + 180) % 360) + 360) % 360) - 180 }
  })

function coversAll(cover: typeof cellsAround) {
  return fc.property(pairs, ({ lat, lng, radius_m, other_lat, other_lng }) => {
    fc.pre(distanceMeters(lat, lng, other_lat, other_lng) <= radius_m)
    expect(cover(lat, lng, radius_m)).toContain(cellOf(other_lat, other_lng))
  })
}

test('cellsAround covers every point within the radius, at any latitude and across the date line', {
  timeout: 20_000,
}, () => {
  fc.assert(coversAll(cellsAround), { numRuns: 5000 })
})

test('the cellsAround property detects a fixed block of cells and one that stops at the date line', {
  timeout: 20_000,
}, () => {
  const block: typeof cellsAround = (lat, lng) =>
    [-1, 0, 1].flatMap((row) => [-2, -1, 0, 1, 2].map((column) => cellOf(lat, lng) + row * 18_000 + column))
  const noFold: typeof cellsAround = (lat, lng, radius_m) => {
    const column = cellOf(lat, lng) % 18_000
    return cellsAround(lat, lng, radius_m).filter((cell) => Math.abs((cell % 18_000) - column) < 9000)
  }
  for (const broken of [block, noFold]) expect(notices(coversAll(broken), 5000)).toBe(true)
})

test('two kilometers in Chicago need at most 15 cells, ascending and without duplicates', () => {
  fc.assert(
    fc.property(between(41, 42), between(-88, -87), (lat, lng) => {
      const cells = cellsAround(lat, lng, 2000)
      expect(cells.length).toBeLessThanOrEqual(15)
      expect(cells).toEqual([...new Set(cells)].sort((a, b) => a - b))
    }),
  )
  expect(cellsAround(41.8759, -87.6309, 0)).toEqual([cellOf(41.8759, -87.6309)])
})

test('cells follow the formula of the database, and invalid points and radii throw RangeError', () => {
  expect(cellOf(41.8759, -87.6309)).toBe(6593 * 18_000 + 4618)
  expect(cellOf(-90, -180)).toBe(0)
  expect(cellOf(10, 180)).toBe(cellOf(10, -180))
  expect(cellOf(90, 0)).toBe(9000 * 18_000 + 9000)
  expect(() => cellOf(90.1, 0)).toThrow(RangeError)
  expect(() => cellOf(Number.NaN, 0)).toThrow(RangeError)
  expect(() => cellsAround(0, 0, -1)).toThrow(RangeError)
})

test('distanceMeters crosses the date line, and walkingMinutes is at least 1', () => {
  expect(distanceMeters(41.8759, -87.6309, 41.8859, -87.6309)).toBeCloseTo(1111.95, 1)
  expect(distanceMeters(0, 179.99, 0, -179.99)).toBeCloseTo(0.02 * METERS_PER_DEGREE, 3)
  expect(distanceMeters(5, 5, 5, 5)).toBe(0)
  expect([0, 40, 400, 1000].map(walkingMinutes)).toEqual([1, 1, 7, 17])
})

test('a walk within walkableMeters never takes longer than the given minutes', () => {
  for (let minutes = 1; minutes <= 60; minutes++)
    expect(walkingMinutes(walkableMeters(minutes))).toBeLessThanOrEqual(minutes)
})

const boxes = fc
  .tuple(
    latitude.filter((lat) => lat <= 89),
    longitude,
    fc.integer({ min: 1, max: 500 }),
    fc.integer({ min: 1, max: 500 }),
    fc.tuple(fc.constantFrom(0, 0.3, 0.999_999, 1), fc.constantFrom(0, 0.3, 0.999_999, 1)),
  )
  .map(([south, west, wide, high, [right, up]]) => {
    const fold = (lng: number) => (lng > 180 ? lng - 360 : lng)
    const [width, height] = [wide / 1000, high / 1000]
    const box: Box = { west, south, east: fold(west + width), north: south + height }
    return { box, width, lat: south + height * up, lng: fold(west + width * right) }
  })

function coversBoxes(cover: typeof cellsInBox) {
  return fc.property(boxes, ({ box, width, lat, lng }) => {
    expect(boxWidth(box)).toBeCloseTo(width, 9)
    const cells = cover(box)
    expect(cells).toContain(cellOf(lat, lng))
    expect(cells).toEqual([...new Set(cells)].sort((a, b) => a - b))
    expect(cells.length).toBeLessThanOrEqual((box.north - box.south + 0.05) * (width + 0.05) * 2500)
  })
}

test('cellsInBox covers every point of a box with few cells, on both sides of the date line', () => {
  fc.assert(coversBoxes(cellsInBox), { numRuns: 3000 })
})

test('the cellsInBox property detects a box that stops at the date line', () => {
  const noFold: typeof cellsInBox = (box) =>
    cellsInBox(box.west <= box.east ? box : { ...box, east: 179.999 })
  expect(notices(coversBoxes(noFold), 3000)).toBe(true)
})

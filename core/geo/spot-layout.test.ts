import fc from 'fast-check'
import { expect, test } from 'vitest'
import { box, closed, degrees, faultsOf, layoutOf, metres, polygon, shapes, type XY } from '../testing/geo.ts'
import { notices } from '../testing/notices.ts'
import type { Rings } from './outline.ts'
import { computeSpotLayout, type LaidOutSpot, rowLetters } from './spot-layout.ts'

const rotated = (ring: XY[], angle: number) => metres(degrees(ring, angle))

test.each(Object.entries(shapes))('lays non-overlapping stalls inside %s at any angle', (_name, rings) => {
  for (const angle of [0, 0.3, 1.1, 2.5]) {
    const { spots } = layoutOf(rings, angle)
    expect(spots.length).toBeGreaterThan(0)
    expect(
      faultsOf(
        spots,
        rings.map((ring) => rotated(ring, angle)),
      ),
    ).toEqual([])
  }
})

test('fills a rectangle with two rows per aisle at any angle', () => {
  for (const angle of [0, 0.7, Math.PI / 2]) {
    expect(layoutOf([box(25, 16)], angle).spots.map(({ label }) => label)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `A${at + 1}`),
      ...Array.from({ length: 10 }, (_, at) => `B${at + 1}`),
    ])
  }
})

test('finds one stall wherever there is room for one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3141 }), fc.integer({ min: 0, max: 400 }), (angle, more) => {
      const rings = [box(2.5 + more / 1000, 5 + more / 1000)]
      const { spots } = layoutOf(rings, angle / 1000)
      expect(spots).toHaveLength(1)
    }),
    { numRuns: 100 },
  )
  // An outline that bulges between the corners of a stall: no edge runs along the stall, so only the search in all
  // directions finds room.
  const bulging: XY[] = [
    [-1.251, -2.501],
    [0, -3],
    [1.251, -2.501],
    [1.7, 0],
    [1.251, 2.501],
    [0, 3],
    [-1.251, 2.501],
    [-1.7, 0],
  ]
  for (const angle of [0, 0.41, 1.003, 2.2]) expect(layoutOf([bulging], angle).spots).toHaveLength(1)
})

test('returns exactly the requested count and repeats the ground layout on further levels', () => {
  const few = layoutOf([box(25, 16)], 0, 7)
  expect(few.spots.map(({ label }) => label)).toEqual(['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'])
  const many = layoutOf([box(25, 16)], 0, 45)
  expect(many.ground_count).toBe(20)
  expect(many.spots).toHaveLength(45)
  expect(new Set(many.spots.map(({ label }) => label)).size).toBe(45)
  expect(many.spots[20]).toEqual({ label: 'C1', level: 2, ring: many.spots[0]?.ring })
  expect(many.spots[44]).toMatchObject({ label: 'E5', level: 3 })
  const noRoom = layoutOf([box(2, 2)], 0, 25)
  expect(noRoom.spots.every(({ ring, level }) => ring === null && level === 1)).toBe(true)
  expect(noRoom.spots.at(-1)?.label).toBe('B5')
})

test('treats several polygons as one lot', () => {
  const coordinates = [box(25, 16), box(25, 16, 40, 0)].map((ring) => [closed(degrees(ring))])
  const layout = computeSpotLayout({ type: 'MultiPolygon', coordinates })
  expect(layout.ok && layout.spots.at(-1)?.label).toBe('D10')
})

test('lays out an outline with about 2,000 corners completely', () => {
  const wavy = Array.from({ length: 1900 }, (_, at): XY => {
    const heading = (2 * Math.PI * at) / 1900
    const radius = 350 * (1 + 0.05 * Math.sin(heading * 300))
    return [radius * Math.cos(heading), radius * Math.sin(heading)]
  })
  expect(layoutOf([wavy]).spots.length).toBeGreaterThan(10_000)
})

test('rowLetters continues after Z with AA', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(rowLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test('rejects an invalid outline with the code of the problem', () => {
  const codeOf = (coordinates: Rings) => {
    const layout = computeSpotLayout({ type: 'Polygon', coordinates })
    return layout.ok ? null : layout.code
  }
  const flat = (...rings: XY[][]) => codeOf(rings.map((ring) => degrees(ring)))
  expect(flat(box(25, 16))).toBeNull()
  expect(codeOf([])).toBe('no_polygon')
  expect(codeOf([[]])).toBe('no_polygon')
  expect(
    flat([
      [0, 0],
      [10, 0],
    ]),
  ).toBe('too_few_points')
  expect(
    flat([
      [0, 0],
      [10, 0],
      [0, 0],
      [0, 0],
    ]),
  ).toBe('too_few_points')
  expect(
    flat([
      [0, 0],
      [10, 0],
      [30, 0],
    ]),
  ).toBe('no_area')
  expect(
    flat([
      [0, 0],
      [20, 20],
      [20, 0],
      [0, 20],
    ]),
  ).toBe('crosses_itself')
  expect(
    flat([
      [0, 0],
      [20, 0],
      [20, 20],
      [20, -5],
    ]),
  ).toBe('crosses_itself')
  expect(flat(box(20, 20), box(20, 5, 10, 5))).toBe('crosses_itself')
  expect(flat(box(20, 20), box(5, 5, 30, 5))).toBe('hole_outside')
  expect(flat(box(40, 40), box(20, 20, 5, 5), box(5, 5, 10, 10))).toBe('hole_outside')
  expect(flat(box(2, 2))).toBe('no_room')
  expect(flat(box(2500, 20))).toBe('too_wide')
  expect(
    codeOf([
      [
        [0, 0],
        [1e-4, 0],
        [Number.NaN, 1],
      ],
    ]),
  ).toBe('coordinates_wrong')
  expect(
    codeOf([
      [
        [42, 185],
        [42, 1],
        [43, 1],
      ],
    ]),
  ).toBe('coordinates_wrong')
  expect(codeOf([[[1], [2], [3]]])).toBe('coordinates_wrong')
  expect(codeOf([Array.from({ length: 2001 }, (): XY => [0, 0])])).toBe('too_many_points')
  for (const count of [0, 1.5, 1e6]) {
    expect(computeSpotLayout(polygon([box(25, 16)]), count)).toMatchObject({
      ok: false,
      code: 'count_wrong',
    })
  }
})

/** Outlines around a center, convex or not, sometimes with a hole, at any angle. */
const outlines = fc
  .record({
    radii: fc.array(fc.integer({ min: 40, max: 350 }), { minLength: 3, maxLength: 12 }),
    angle: fc.integer({ min: 0, max: 6283 }),
    hole: fc.option(fc.integer({ min: 5, max: 35 })),
  })
  .map(({ radii, angle, hole }) => {
    const round = (sizes: number[]) =>
      sizes.map((radius, at): XY => {
        const heading = (2 * Math.PI * at) / sizes.length + angle / 1000
        return [(radius / 10) * Math.cos(heading), (radius / 10) * Math.sin(heading)]
      })
    // A third of the smallest radius keeps the hole inside even a triangle.
    const around = round(radii)
    return hole === null ? [around] : [around, round(Array.from({ length: 5 }, () => hole / 3))]
  })

function isSound(layoutOf: (rings: XY[][]) => LaidOutSpot[]) {
  return fc.property(outlines, (rings) => {
    expect(
      faultsOf(
        layoutOf(rings),
        rings.map((ring) => rotated(ring, 0)),
      ),
    ).toEqual([])
  })
}

const spotsOf = (rings: XY[][]) => {
  const layout = computeSpotLayout(polygon(rings))
  return layout.ok ? layout.spots : []
}

test('stalls lie inside the outline and do not overlap, for every shape', { timeout: 20_000 }, () => {
  fc.assert(isSound(spotsOf), { numRuns: 200 })
})

test('the layout property detects stalls in holes, outside the outline, and overlapping', {
  timeout: 20_000,
}, () => {
  const holesIgnored = (rings: XY[][]) => spotsOf(rings.slice(0, 1))
  const stickingOut = (rings: XY[][]) => spotsOf([(rings[0] ?? []).map(([x, y]): XY => [x * 1.1, y * 1.1])])
  const twice = (rings: XY[][]) =>
    spotsOf(rings).flatMap((spot) => [spot, { ...spot, label: `${spot.label}x` }])
  for (const broken of [holesIgnored, stickingOut, twice]) {
    expect(notices(isSound(broken), 300)).toBe(true)
  }
})

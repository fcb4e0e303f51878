import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byLabel, labelsFrom, stallsOf } from './row.ts'
import { cornersOf, draggedCorner, moved, type Placement, placementOf, rotationOf } from './shape.ts'
import { placeOnSheet } from './sheet-from-shapes.ts'

const side = fc.double({ min: 4, max: 400, noNaN: true })
const inside = fc.double({ min: 500, max: 1500, noNaN: true })
const placement = fc.record<Placement>({
  spot_id: fc.constant('a'),
  x: inside,
  y: inside,
  width: side,
  height: side,
  rotation: fc.double({ min: 0, max: 359, noNaN: true }),
  outline: fc.constant(null),
})
const sheet = { width: 2000, height: 2000 }

test('dragging a corner keeps the opposite corner and ends at the pointer', () => {
  fc.assert(
    fc.property(placement, side, side, (spot, across, down) => {
      const to = cornersOf({ ...spot, width: across, height: down })
      const [start, , end] = cornersOf(spot)
      const shift = [(start?.[0] ?? 0) - (to[0]?.[0] ?? 0), (start?.[1] ?? 0) - (to[0]?.[1] ?? 0)]
      const target = [(to[2]?.[0] ?? 0) + (shift[0] ?? 0), (to[2]?.[1] ?? 0) + (shift[1] ?? 0)] as const
      const next = draggedCorner(spot, target, sheet)
      const [first, , third] = cornersOf(next)
      expect(first?.[0]).toBeCloseTo(start?.[0] ?? 0, 6)
      expect(first?.[1]).toBeCloseTo(start?.[1] ?? 0, 6)
      expect(third?.[0]).toBeCloseTo(target[0], 6)
      expect(third?.[1]).toBeCloseTo(target[1], 6)
      // Dragging back restores the size.
      const back = draggedCorner(next, end ?? [0, 0], sheet)
      expect([back.width, back.height]).toEqual([
        expect.closeTo(spot.width, 6),
        expect.closeTo(spot.height, 6),
      ])
    }),
  )
})

test('placementOf keeps the corners, and a moved spot never leaves the sheet', () => {
  fc.assert(
    fc.property(placement, fc.integer(), fc.integer(), (spot, dx, dy) => {
      const corners = cornersOf(spot)
      const again = cornersOf(placementOf('a', corners))
      corners.forEach(([x, y], at) => {
        expect(again[at]?.[0]).toBeCloseTo(x, 4)
        expect(again[at]?.[1]).toBeCloseTo(y, 4)
      })
      const { x, y } = moved(spot, dx, dy, sheet)
      expect(x >= 0 && x <= 2000 && y >= 0 && y <= 2000).toBe(true)
    }),
  )
})

test('rotationOf normalizes degrees to 0 up to but excluding 360', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (degrees) => {
      const rotation = rotationOf(degrees)
      expect(rotation >= 0 && rotation < 360).toBe(true)
    }),
  )
  expect([-90, 360, 450, -1e-20].map(rotationOf)).toEqual([270, 0, 90, 0])
})

test('stallsOf spaces a row evenly from the first stall to the last', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const row = stallsOf({ from: [100, 100], to: [300, 100], depth: 80 }, ids)
  expect(row.map(({ spot_id, x }) => [spot_id, x])).toEqual([
    ['a', 100],
    ['b', 150],
    ['c', 200],
    ['d', 250],
    ['e', 300],
  ])
  expect(row[0]).toMatchObject({ y: 100, width: 50, height: 80, rotation: 0 })
  expect(stallsOf({ from: [0, 0], to: [0, 90], depth: 20 }, ['a', 'b'])[1]).toMatchObject({
    y: 90,
    rotation: 90,
    width: 90,
  })
  expect(stallsOf({ from: [5, 5], to: [5, 5], depth: 20 }, ['a'])[0]).toMatchObject({ x: 5, y: 5, width: 10 })
})

test('labelsFrom counts up from the first label, and byLabel sorts numerically', () => {
  expect(labelsFrom('A1', 3)).toEqual(['A1', 'A2', 'A3'])
  expect(labelsFrom('P-098', 3)).toEqual(['P-098', 'P-099', 'P-100'])
  expect(labelsFrom(' 7 ', 2)).toEqual(['7', '8'])
  expect(labelsFrom('A', 2)).toBeNull()
  const labels = ['A10', 'B1', 'A2', 'A1'].map((label) => ({ label }))
  expect(labels.toSorted(byLabel).map(({ label }) => label)).toEqual(['A1', 'A2', 'A10', 'B1'])
})

test('layOutGround places stalls level, to scale, and on the sheet', () => {
  const metre = 1 / 111_320
  const lat = 41.879
  const squeeze = Math.cos((lat * Math.PI) / 180)
  const rotation = (30 * Math.PI) / 180
  const at = (x: number, y: number) => [
    -87.634 + ((x * Math.cos(rotation) - y * Math.sin(rotation)) * metre) / squeeze,
    lat + (x * Math.sin(rotation) + y * Math.cos(rotation)) * metre,
  ]
  const spots = Array.from({ length: 20 }, (_, n) => {
    const [x, y] = [n * 2.5, 0]
    const ring = [at(x, y), at(x + 2.5, y), at(x + 2.5, y + 5), at(x, y + 5), at(x, y)]
    return { id: String(n), shape: ring }
  })
  const placed = placeOnSheet([...spots, { id: 'unknown', shape: null }])
  expect(placed?.spots).toHaveLength(20)
  for (const spot of placed?.spots ?? []) {
    expect(spot.width).toBeCloseTo(40, 0)
    expect(spot.height).toBeCloseTo(80, 0)
    for (const [x, y] of cornersOf(spot)) {
      expect(x > 0 && x < (placed?.width ?? 0) && y > 0 && y < (placed?.height ?? 0)).toBe(true)
    }
  }
  expect(placeOnSheet([{ id: 'a', shape: null }])).toBeNull()
})

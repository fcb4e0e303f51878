import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cornersOf, type Placement } from './shape.ts'
import { snapCorner, snapLine, snapSpots } from './snap.ts'

const sheet = { width: 1000, height: 800 }
const stall = (spot_id: string, x: number, y: number, rest: Partial<Placement> = {}): Placement => ({
  spot_id,
  x,
  y,
  width: 40,
  height: 80,
  rotation: 0,
  outline: null,
  ...rest,
})

test('a spot that is dragged next to another one touches it and is in a row with it, with a guide for each', () => {
  const { spots, guides } = snapSpots([stall('b', 143, 206)], [stall('a', 100, 200)], sheet, 8)
  expect(spots).toEqual([stall('b', 140, 200)])
  expect(guides).toEqual([
    { from: [120, 160], to: [120, 240] },
    { from: [80, 160], to: [160, 160] },
  ])
})

test('a spot continues the grid of a row whose spots have gaps, after, before, and between them', () => {
  const row = [stall('a', 300, 200), stall('b', 360, 200)]
  const xOf = (x: number) => snapSpots([stall('c', x, 203)], row, sheet, 8).spots[0]?.x
  expect(xOf(415)).toBe(420)
  expect(xOf(243)).toBe(240)
  expect(snapSpots([stall('c', 331, 203, { width: 4 })], row, sheet, 8).spots[0]?.x).toBe(330)
})

test('spots that are out of reach, or in another direction, move nothing', () => {
  const far = [stall('b', 250, 370)]
  expect(snapSpots(far, [stall('a', 100, 200)], sheet, 8)).toEqual({ spots: far, guides: [] })
  const near = [stall('b', 143, 206)]
  expect(snapSpots(near, [stall('a', 100, 200, { rotation: 30 })], sheet, 2)).toEqual({
    spots: near,
    guides: [],
  })
})

test('several spots snap as one and keep their distances', () => {
  const moving = [stall('b', 143, 206), stall('c', 190, 215)]
  const { spots } = snapSpots(moving, [stall('a', 100, 200)], sheet, 8)
  expect(spots.map(({ x }) => x)).toEqual([140, 187])
})

test('spots that are rotated alike, or by a right angle, snap along their own directions', () => {
  const angle = fc.integer({ min: 0, max: 359 })
  const off = fc.double({ min: -3.9, max: 3.9, noNaN: true })
  fc.assert(
    fc.property(angle, fc.constantFrom(0, 90, 180, 270), off, off, (rotation, turned, du, dv) => {
      const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
      const at = (u: number, v: number): [number, number] => [
        500 + u * cos - v * sin,
        400 + u * sin + v * cos,
      ]
      const square = { width: 60, height: 60 }
      const one = stall('a', ...at(0, 0), { ...square, rotation: (rotation + turned) % 360 })
      const { spots } = snapSpots([stall('b', ...at(60 + du, dv), { ...square, rotation })], [one], sheet, 4)
      const [x, y] = at(60, 0)
      expect(spots[0]?.x).toBeCloseTo(x, 6)
      expect(spots[0]?.y).toBeCloseTo(y, 6)
      expect(cornersOf(spots[0] ?? one)).toHaveLength(4)
    }),
  )
})

test('the edges and the center of the sheet attract spots that are not rotated', () => {
  expect(snapSpots([stall('a', 503, 42)], [], sheet, 8).spots).toEqual([stall('a', 500, 40)])
})

test('a corner that is dragged ends at the edge of a neighbor', () => {
  const others = [stall('b', 300, 200, { height: 100 })]
  const { corner, guides } = snapCorner(stall('a', 100, 200), [150, 247], others, sheet, 8)
  expect(corner).toEqual([150, 250])
  expect(guides).toEqual([{ from: [150, 250], to: [320, 250] }])
})

test('a line that is almost level or upright becomes so, and another one is left', () => {
  expect(snapLine([10, 10], [200, 14], 8)).toEqual([200, 10])
  expect(snapLine([10, 10], [14, 200], 8)).toEqual([10, 200])
  expect(snapLine([10, 10], [200, 100], 8)).toEqual([200, 100])
})

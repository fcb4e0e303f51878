import { clamp, type Placement, type Point, placementOf, rotated, type Sheet } from './shape.ts'

/** A stall on the ground: a GeoJSON ring of [lng, lat], with the first corner repeated at the end. */
export interface SpotWithShape {
  id: string
  shape: number[][] | null
}

const metersPerDegree = 111_320
const margin = 2
/** Pixels per meter on a sheet made from ground shapes, unless that would exceed `MAX_SIDE`. */
const pixelsPerMeter = 16
const MAX_SIDE = 4000

/**
 * Places stalls on an empty sheet according to their shapes on the ground, rotated so that the rows are horizontal.
 * Returns null if no stall has a shape.
 */
export function placeOnSheet(spots: readonly SpotWithShape[]): (Sheet & { spots: Placement[] }) | null {
  const shaped = spots.flatMap(({ id, shape }) => (shape && shape.length > 3 ? [{ id, shape }] : []))
  const [lng0 = 0, lat0 = 0] = shaped[0]?.shape[0] ?? []
  if (shaped.length === 0) return null
  const squeeze = Math.cos((lat0 * Math.PI) / 180)
  const flat = shaped.map(({ id, shape }) => ({
    id,
    corners: shape
      .slice(0, -1)
      .map(
        ([lng = 0, lat = 0]): Point => [
          (lng - lng0) * metersPerDegree * squeeze,
          (lat0 - lat) * metersPerDegree,
        ],
      ),
  }))
  const angle = commonDirection(flat.map(({ corners }) => corners))
  const level = flat.map(({ id, corners }) => ({
    id,
    corners: corners.map((corner) => rotated(corner, -angle)),
  }))
  const all = level.flatMap(({ corners }) => corners)
  const least = (axis: 0 | 1) =>
    all.reduce((found, corner) => Math.min(found, corner[axis]), Number.POSITIVE_INFINITY)
  const greatest = (axis: 0 | 1) =>
    all.reduce((found, corner) => Math.max(found, corner[axis]), Number.NEGATIVE_INFINITY)
  const [left, top] = [least(0) - margin, least(1) - margin]
  const [across, down] = [greatest(0) + margin - left, greatest(1) + margin - top]
  const scale = Math.min(pixelsPerMeter, MAX_SIDE / Math.max(across, down))
  return {
    width: clamp(Math.ceil(across * scale), 100, MAX_SIDE),
    height: clamp(Math.ceil(down * scale), 100, MAX_SIDE),
    spots: level.map(({ id, corners }) =>
      placementOf(
        id,
        corners.map(([x, y]) => [(x - left) * scale, (y - top) * scale]),
      ),
    ),
  }
}

/** Returns the dominant direction of the edges in degrees, modulo 90, weighted by their length. */
export function commonDirection(rings: readonly (readonly Point[])[]): number {
  let [cos, sin] = [0, 0]
  for (const ring of rings) {
    ring.forEach((corner, at) => {
      const next = ring[(at + 1) % ring.length] ?? corner
      const [dx, dy] = [next[0] - corner[0], next[1] - corner[1]]
      // Four times the angle, so that the four sides of a rectangle agree.
      const four = 4 * Math.atan2(dy, dx)
      cos += Math.hypot(dx, dy) * Math.cos(four)
      sin += Math.hypot(dx, dy) * Math.sin(four)
    })
  }
  return (Math.atan2(sin, cos) / 4) * (180 / Math.PI)
}

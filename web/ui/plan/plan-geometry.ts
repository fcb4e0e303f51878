import { rotated } from '@openspot/core/maps/shape.ts'
import { commonDirection } from '@openspot/core/maps/sheet-from-shapes.ts'

/** A spot with its ground shape in longitude and latitude, as in the contract. */
export interface PlannedSpot {
  id: string
  label: string
  level: number
  shape: number[][] | null
}

export interface DrawnSpot {
  id: string
  label: string
  /** Corners in drawing units, x to the right and y down, rotated so that rows are horizontal. */
  points: string
  x: number
  y: number
  /** The smaller side, which decides whether a label fits. */
  size: number
  /** Rotation of the label along the longer side, upright. */
  rotation: number
}

export interface Plan {
  spots: DrawnSpot[]
  view: { x: number; y: number; width: number; height: number }
}

/** Drawing units per meter; fine enough for the spots' patterns, which use the same units. */
export const UNITS_PER_METER = 10
const UNITS_PER_DEGREE = 111_320 * UNITS_PER_METER
type Corner = readonly [x: number, y: number]

/**
 * Projects the spots of one level for drawing: lengths instead of degrees, rotated by the dominant direction of the
 * edges so that rows are horizontal. Null if no spot has a shape.
 */
export function projectPlan(spots: readonly PlannedSpot[]): Plan | null {
  const shaped = spots.flatMap((spot) => (spot.shape ? [{ spot, ring: spot.shape }] : []))
  const first = shaped[0]?.ring[0]
  if (!first) return null
  const [lng0 = 0, lat0 = 0] = first
  const squeeze = Math.cos((lat0 * Math.PI) / 180)
  const flat = shaped.map(({ spot, ring }) => ({
    spot,
    corners: ring.map(
      ([lng = 0, lat = 0]): Corner => [
        (lng - lng0) * UNITS_PER_DEGREE * squeeze,
        (lat0 - lat) * UNITS_PER_DEGREE,
      ],
    ),
  }))
  const angle = commonDirection(flat.map(({ corners }) => corners))
  const drawn = flat.map(({ spot, corners }) =>
    draw(
      spot,
      corners.map((corner) => rotated(corner, -angle)),
    ),
  )
  const all = flat.flatMap(({ corners }) => corners.map((corner) => rotated(corner, -angle)))
  const xs = all.map(([x]) => x)
  const ys = all.map(([, y]) => y)
  const margin = 2 * UNITS_PER_METER
  const left = least(xs) - margin
  const top = least(ys) - margin
  const width = greatest(xs) + margin - left
  const height = greatest(ys) + margin - top
  return { spots: drawn, view: { x: left, y: top, width, height } }
}

const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const greatest = (values: number[]) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

function draw(spot: PlannedSpot, corners: Corner[]): DrawnSpot {
  const open = corners.slice(0, -1)
  const x = open.reduce((sum, [cx]) => sum + cx, 0) / Math.max(1, open.length)
  const y = open.reduce((sum, [, cy]) => sum + cy, 0) / Math.max(1, open.length)
  const width = greatest(open.map(([cx]) => cx)) - least(open.map(([cx]) => cx))
  const height = greatest(open.map(([, cy]) => cy)) - least(open.map(([, cy]) => cy))
  return {
    id: spot.id,
    label: spot.label,
    points: corners.map(([cx, cy]) => `${cx.toFixed(1)},${cy.toFixed(1)}`).join(' '),
    x,
    y,
    size: Math.min(width, height),
    rotation: height > width * 1.3 ? -90 : 0,
  }
}

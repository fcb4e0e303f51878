import { commonDirection } from '@openspot/core/maps/ground.ts'
import { rotated } from '@openspot/core/maps/shape.ts'

/** A spot's ground in longitude and latitude, as the contract carries it. */
export interface PlannedSpot {
  id: string
  label: string
  level: number
  shape: number[][] | null
}

export interface DrawnSpot {
  id: string
  label: string
  /** Corners in drawing units, x to the right and y down, turned so that the rows lie level. */
  points: string
  x: number
  y: number
  /** The smaller side: decides whether a label fits. */
  size: number
  /** Where the label runs along the longer side, upright. */
  turn: number
}

export interface Plan {
  spots: DrawnSpot[]
  view: { x: number; y: number; width: number; height: number }
}

/** Drawing units to the metre; fine enough for the spots' patterns, which are measured in drawing units. */
export const UNITS_PER_METRE = 10
const UNITS_PER_DEGREE = 111_320 * UNITS_PER_METRE
type Corner = readonly [x: number, y: number]

/**
 * Lays the spots of one level out for drawing: lengths instead of degrees, and turned by the direction of most
 * edges so that rows are level on the screen. Null when no spot has a shape.
 */
export function layOutPlan(spots: readonly PlannedSpot[]): Plan | null {
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
  const margin = 2 * UNITS_PER_METRE
  const left = least(xs) - margin
  const top = least(ys) - margin
  const width = most(xs) + margin - left
  const height = most(ys) + margin - top
  return { spots: drawn, view: { x: left, y: top, width, height } }
}

const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

function draw(spot: PlannedSpot, corners: Corner[]): DrawnSpot {
  const open = corners.slice(0, -1)
  const x = open.reduce((sum, [cx]) => sum + cx, 0) / Math.max(1, open.length)
  const y = open.reduce((sum, [, cy]) => sum + cy, 0) / Math.max(1, open.length)
  const width = most(open.map(([cx]) => cx)) - least(open.map(([cx]) => cx))
  const height = most(open.map(([, cy]) => cy)) - least(open.map(([, cy]) => cy))
  return {
    id: spot.id,
    label: spot.label,
    points: corners.map(([cx, cy]) => `${cx.toFixed(1)},${cy.toFixed(1)}`).join(' '),
    x,
    y,
    size: Math.min(width, height),
    turn: height > width * 1.3 ? -90 : 0,
  }
}

import type { LotMap } from '@openspot/contract/lots/maps.ts'
import { cornersOf, type Placement } from '@openspot/core/maps/shape.ts'
import type { DrawnSpot, Plan } from './plan-geometry.ts'

/** The width of a stall on ground plans, so that patterns and labels look the same on both. */
const STALL_UNITS = 25

/** A staff map with its background picture. */
export interface PicturePlan extends Plan {
  picture: string | null
  opacity: number
}

/** Converts the spots of a map into drawing units, regardless of the size of its picture. */
export function projectMap(map: LotMap): PicturePlan {
  const sizes = map.spots.map(({ width, height }) => Math.min(width, height)).toSorted((a, b) => a - b)
  const scale = STALL_UNITS / (sizes[Math.floor(sizes.length / 2)] ?? STALL_UNITS)
  return {
    spots: map.spots.map((spot) => drawSpot(spot, spot.label, scale)),
    view: { x: 0, y: 0, width: map.width * scale, height: map.height * scale },
    // A picture that is only for tracing is shown in the editor alone.
    picture: map.shows_picture ? (map.picture?.url ?? null) : null,
    opacity: map.picture_opacity_percent / 100,
  }
}

/** Returns a spot for drawing; its label runs along the longer side and is never upside down. */
export function drawSpot(spot: Placement, label: string, scale = 1): DrawnSpot {
  const { spot_id, x, y, width, height, rotation } = spot
  const along = rotation + (height > width * 1.3 ? 90 : 0)
  const upright = ((((along + 90) % 180) + 180) % 180) - 90
  return {
    id: spot_id,
    label,
    points: cornersOf(spot)
      .map(([cx, cy]) => `${(cx * scale).toFixed(1)},${(cy * scale).toFixed(1)}`)
      .join(' '),
    x: x * scale,
    y: y * scale,
    size: Math.min(width, height) * scale,
    rotation: upright,
  }
}

import type { Placement } from '@openspot/contract/lots/maps.ts'
import { draggedCorner, moved, type Point, rotationOf } from '@openspot/core/maps/shape.ts'
import { type Guide, snapCorner, snapLine, snapSpots } from '@openspot/core/maps/snap.ts'
import type { Draft } from './editor-state.ts'

export const ROTATION_STEP = 5

/** The object that the pointer is dragging. */
export type Grip =
  | { of: 'spots'; from: Point; spots: readonly Placement[] }
  | { of: 'corner'; spot: Placement }
  | { of: 'rotation'; spot: Placement }
  | { of: 'row'; from: Point; to: Point }

/** Returns the spots that a pointer at `to` drags, and the guides they snapped to. With a `reach` of 0 nothing snaps. */
export function dragged(
  grip: Exclude<Grip, { of: 'row' }>,
  to: Point,
  draft: Draft,
  reach: number,
): { spots: readonly Placement[]; guides: readonly Guide[] } {
  if (grip.of === 'spots') {
    const [dx, dy] = [to[0] - grip.from[0], to[1] - grip.from[1]]
    const spots = grip.spots.map((spot) => moved(spot, dx, dy, draft))
    return reach > 0 ? snapSpots(spots, without(draft, spots), draft, reach) : { spots, guides: [] }
  }
  const { spot } = grip
  if (grip.of === 'corner') {
    const { corner, guides } =
      reach > 0 ? snapCorner(spot, to, without(draft, [spot]), draft, reach) : { corner: to, guides: [] }
    return { spots: [draggedCorner(spot, corner, draft)], guides }
  }
  const degrees = (Math.atan2(to[1] - spot.y, to[0] - spot.x) * 180) / Math.PI + 90
  const rotation = rotationOf(Math.round(degrees / ROTATION_STEP) * ROTATION_STEP)
  return { spots: [{ ...spot, rotation }], guides: [] }
}

/** The end of a row that is drawn to `to`. */
export const rowEnd = (from: Point, to: Point, reach: number): Point =>
  reach > 0 ? snapLine(from, to, reach) : to

function without({ spots }: Draft, some: readonly Placement[]): Placement[] {
  const ids = new Set(some.map(({ spot_id }) => spot_id))
  return spots.filter(({ spot_id }) => !ids.has(spot_id))
}

export type Point = readonly [x: number, y: number]

/** The position of a spot on a map, in pixels of the picture; y grows downward. */
export interface Placement {
  spot_id: string
  /** The center. */
  x: number
  y: number
  width: number
  height: number
  /** Degrees clockwise, from 0 to below 360. */
  rotation: number
  /** Corners relative to the box, each from -0.5 to 0.5; null means the box itself. */
  outline: [across: number, down: number][] | null
}
export interface Sheet {
  width: number
  height: number
}

const box: readonly Point[] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
]
export const leastSide = 4
export const MAX_SIDE = 5000

/** Rotates a point around the origin, clockwise on the screen because y grows downward. */
export function rotated([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [x * cos - y * sin, x * sin + y * cos]
}

/** Returns the corners in pixels of the picture. */
export const cornersOf = ({ x, y, width, height, rotation, outline }: Omit<Placement, 'spot_id'>): Point[] =>
  (outline ?? box).map(([across, down]) => {
    const [dx, dy] = rotated([across * width, down * height], rotation)
    return [x + dx, y + dy]
  })

/** Returns the placement with these corners: not rotated, with its own outline. */
export function placementOf(spot_id: string, corners: readonly Point[]): Placement {
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const width = Math.max(leastSide, Math.max(...xs) - left)
  const height = Math.max(leastSide, Math.max(...ys) - top)
  const [x, y] = [left + width / 2, top + height / 2]
  const outline = corners.map(([cx, cy]): [number, number] => [
    clamp((cx - x) / width, -0.5, 0.5),
    clamp((cy - y) / height, -0.5, 0.5),
  ])
  return { spot_id, x, y, width, height, rotation: 0, outline }
}

/** Returns only the placement fields of a larger object. */
export const bare = ({ spot_id, x, y, width, height, rotation, outline }: Placement): Placement => ({
  spot_id,
  x,
  y,
  width,
  height,
  rotation,
  outline,
})

/** Normalizes degrees to 0 up to but excluding 360. */
export const rotationOf = (degrees: number): number => {
  const rotation = ((degrees % 360) + 360) % 360
  // Not 360: a tiny negative angle would round to it.
  return rotation >= 360 ? 0 : rotation
}

/** Moves the center by pixels and keeps it on the sheet. */
export const moved = (spot: Placement, dx: number, dy: number, sheet: Sheet): Placement => ({
  ...spot,
  x: clamp(spot.x + dx, 0, sheet.width),
  y: clamp(spot.y + dy, 0, sheet.height),
})

/** Sets the size in pixels, each side from `leastSide` to `mostSide`. */
export const resized = (spot: Placement, width: number, height: number): Placement => ({
  ...spot,
  width: clamp(width, leastSide, MAX_SIDE),
  height: clamp(height, leastSide, MAX_SIDE),
})

/** Resizes a spot by dragging its lower-right corner; the upper-left corner stays. */
export function draggedCorner(spot: Placement, to: Point, sheet: Sheet): Placement {
  const start = rotated([-spot.width / 2, -spot.height / 2], spot.rotation)
  const [fromX, fromY] = [spot.x + start[0], spot.y + start[1]]
  const [across, down] = rotated([to[0] - fromX, to[1] - fromY], -spot.rotation)
  const next = resized(spot, across, down)
  const [dx, dy] = rotated([next.width / 2, next.height / 2], spot.rotation)
  return { ...next, x: clamp(fromX + dx, 0, sheet.width), y: clamp(fromY + dy, 0, sheet.height) }
}

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

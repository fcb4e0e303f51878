import { type Color, Drawing } from './drawing.ts'

/** A floor plan drawn for the demo, in pixels: an aisle between two rows of stalls, with ramp, elevator, and entrance. */
export interface FloorPlan {
  width: number
  height: number
  /** The stalls, row by row: center, width, and height. */
  stalls: { x: number; y: number; width: number; height: number }[]
  draw: () => Promise<Buffer>
}

const paper: Color = [246, 247, 249]
const floor: Color = [222, 226, 231]
const aisle: Color = [201, 207, 214]
const line: Color = [255, 255, 255]
const arrow: Color = [242, 179, 64]
const wall: Color = [73, 80, 87]
const elevator: Color = [77, 140, 214]
const ramp: Color = [173, 181, 189]

const stall = { width: 76, height: 150 }
const margin = 60
const aisleHeight = 150

export function floorPlanOf(count: number): FloorPlan {
  const perRow = Math.ceil(count / 2)
  const inner = perRow * stall.width
  // Elevator on the left, ramp on the right.
  const [left, right] = [margin + 90, margin + 130]
  const width = left + inner + right
  const height = margin * 2 + stall.height * 2 + aisleHeight
  const stalls = Array.from({ length: count }, (_, at) => {
    const isUpper = at < perRow
    return {
      x: left + (at % perRow) * stall.width + stall.width / 2,
      y: isUpper ? margin + stall.height / 2 : margin + stall.height + aisleHeight + stall.height / 2,
      ...stall,
    }
  })
  return { width, height, stalls, draw: () => draw(width, height, stalls, left, inner) }
}

function draw(
  width: number,
  height: number,
  stalls: FloorPlan['stalls'],
  left: number,
  inner: number,
): Promise<Buffer> {
  const drawing = new Drawing(width, height)
  drawing.rect(0, 0, width, height, paper)
  drawing.rect(margin - 12, margin - 12, width - 2 * margin + 24, height - 2 * margin + 24, wall)
  drawing.rect(margin, margin, width - 2 * margin, height - 2 * margin, floor)
  const middle = margin + stall.height
  drawing.rect(margin, middle, width - 2 * margin, aisleHeight, aisle)
  for (const { x, y } of stalls) {
    drawing.rect(x - stall.width / 2 - 2, y - stall.height / 2, 4, stall.height, line)
    drawing.rect(x + stall.width / 2 - 2, y - stall.height / 2, 4, stall.height, line)
  }
  // Arrows along the aisle show the way to drive.
  for (let x = left + 80; x < left + inner - 80; x += 260) {
    const y = middle + aisleHeight / 2
    drawing.rect(x, y - 4, 60, 8, arrow)
    for (let step = 0; step < 22; step++) drawing.rect(x + 60 + step, y - 22 + step, 1, 44 - 2 * step, arrow)
  }
  drawing.rect(margin + 10, margin + 10, 64, 100, elevator)
  drawing.rect(margin + 40, margin + 18, 4, 84, paper)
  const rampLeft = left + inner + 20
  for (let step = 0; step < 9; step++) drawing.rect(rampLeft, margin + 8 + step * 16, 96, 9, ramp)
  // The entrance is a gap in the wall.
  drawing.rect(width - margin, middle + 20, 12, aisleHeight - 40, arrow)
  return drawing.png()
}

import sharp from 'sharp'

export type Color = readonly [red: number, green: number, blue: number]
export type Point = readonly [x: number, y: number]

/** Pictures are drawn at twice their size and scaled down, which smooths their edges. */
const SCALE = 2

/**
 * A canvas for the pictures of the demo: polygons and gradients in plain colors. Our own, because the server must not decode SVG
 * (api/lots/files/encode-picture.ts).
 */
export class Drawing {
  readonly #pixels: Buffer
  readonly #width: number
  readonly #height: number

  readonly width: number
  readonly height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.#width = width * SCALE
    this.#height = height * SCALE
    this.#pixels = Buffer.alloc(this.#width * this.#height * 3)
  }

  /** Fills a polygon, row by row. */
  polygon(corners: readonly Point[], color: Color): void {
    const scaled = corners.map(([x, y]): Point => [x * SCALE, y * SCALE])
    const rows = scaled.map(([, y]) => y)
    const last = Math.min(this.#height - 1, Math.ceil(Math.max(...rows)))
    for (let row = Math.max(0, Math.floor(Math.min(...rows))); row <= last; row += 1) {
      const cuts = crossings(scaled, row + 0.5)
      for (let at = 0; at + 1 < cuts.length; at += 2) this.#line(row, cuts[at] ?? 0, cuts[at + 1] ?? 0, color)
    }
  }

  rect(x: number, y: number, width: number, height: number, color: Color): void {
    this.polygon(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      color,
    )
  }

  /** Fills a rectangle over the whole width with a vertical gradient. */
  gradient(from: number, to: number, top: Color, bottom: Color): void {
    for (let row = from * SCALE; row < to * SCALE; row += 1) {
      const share = (row - from * SCALE) / ((to - from) * SCALE)
      const mixed = top.map((part, at) => Math.round(part + ((bottom[at] ?? 0) - part) * share))
      this.#line(row, 0, this.#width, [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0])
    }
  }

  /** Returns the picture as PNG. */
  png(): Promise<Buffer> {
    return sharp(this.#pixels, { raw: { width: this.#width, height: this.#height, channels: 3 } })
      .resize(this.width, this.height)
      .png()
      .toBuffer()
  }

  #line(row: number, from: number, to: number, color: Color): void {
    const first = Math.max(0, Math.round(from))
    const end = Math.min(this.#width, Math.round(to))
    if (end > first)
      this.#pixels.fill(Buffer.from(color), (row * this.#width + first) * 3, (row * this.#width + end) * 3)
  }
}

function crossings(corners: readonly Point[], y: number): number[] {
  return corners
    .flatMap(([x, top], at) => {
      const [nextX, nextY] = corners[(at + 1) % corners.length] ?? [x, top]
      if (top <= y === nextY <= y) return []
      return [x + ((y - top) / (nextY - top)) * (nextX - x)]
    })
    .toSorted((a, b) => a - b)
}

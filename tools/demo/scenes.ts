import { type Color, Drawing, type Point } from './drawing.ts'

/** The colors of one lot: its walls, the sky above, and what is painted. */
export interface Palette {
  wall: Color
  accent: Color
  sky: readonly [top: Color, bottom: Color]
}

export const palettes: readonly Palette[] = [
  {
    wall: [176, 122, 96],
    accent: [31, 95, 214],
    sky: [
      [120, 174, 226],
      [218, 234, 246],
    ],
  },
  {
    wall: [196, 198, 200],
    accent: [15, 116, 64],
    sky: [
      [146, 190, 232],
      [238, 230, 214],
    ],
  },
  {
    wall: [139, 148, 158],
    accent: [180, 84, 24],
    sky: [
      [92, 122, 168],
      [232, 196, 168],
    ],
  },
]

const asphalt: Color = [74, 80, 88]
const asphaltFar: Color = [96, 102, 110]
const concrete: Color = [168, 172, 176]
const concreteDark: Color = [112, 118, 124]
const dark: Color = [32, 37, 43]
const white: Color = [240, 243, 246]
const yellow: Color = [242, 183, 5]
const glass: Color = [52, 66, 82]
const lamp: Color = [255, 244, 214]
const cars: readonly Color[] = [
  [178, 44, 36],
  [36, 78, 140],
  [214, 218, 222],
  [44, 48, 54],
  [60, 110, 84],
]

const WIDTH = 800
const HEIGHT = 600

const shade = (color: Color, by: number): Color => [
  Math.max(0, Math.min(255, color[0] + by)),
  Math.max(0, Math.min(255, color[1] + by)),
  Math.max(0, Math.min(255, color[2] + by)),
]

function skyline(drawing: Drawing, { sky }: Palette, horizon: number): void {
  drawing.gradient(0, horizon, ...sky)
  const heights = [150, 230, 110, 270, 190, 90, 240, 160, 210, 130]
  for (const [at, height] of heights.entries()) {
    const x = at * 82 - 10
    const color: Color = shade([150, 166, 186], (at % 3) * 10 - 12)
    drawing.rect(x, horizon - height, 74, height, color)
    for (let y = horizon - height + 14; y < horizon - 16; y += 22)
      for (let column = 0; column < 4; column += 1)
        drawing.rect(x + 9 + column * 16, y, 8, 11, shade(color, (at + column + y) % 3 === 0 ? 34 : -18))
  }
}

/** A car from behind, `size` wide. */
function car(drawing: Drawing, x: number, y: number, size: number, color: Color): void {
  const tall = size * 0.62
  drawing.rect(x + size * 0.06, y - tall * 0.16, size * 0.2, tall * 0.18, dark)
  drawing.rect(x + size * 0.74, y - tall * 0.16, size * 0.2, tall * 0.18, dark)
  drawing.rect(x, y - tall * 0.56, size, tall * 0.46, color)
  const roof: Point[] = [
    [x + size * 0.1, y - tall * 0.54],
    [x + size * 0.24, y - tall],
    [x + size * 0.76, y - tall],
    [x + size * 0.9, y - tall * 0.54],
  ]
  drawing.polygon(roof, shade(color, -14))
  const pane: Point[] = [
    [x + size * 0.18, y - tall * 0.58],
    [x + size * 0.28, y - tall * 0.92],
    [x + size * 0.72, y - tall * 0.92],
    [x + size * 0.82, y - tall * 0.58],
  ]
  drawing.polygon(pane, glass)
  drawing.rect(x + size * 0.03, y - tall * 0.48, size * 0.14, tall * 0.12, [206, 52, 44])
  drawing.rect(x + size * 0.83, y - tall * 0.48, size * 0.14, tall * 0.12, [206, 52, 44])
  drawing.rect(x + size * 0.36, y - tall * 0.36, size * 0.28, tall * 0.14, white)
}

/** The letter of parking signs, on a square. */
function sign(drawing: Drawing, x: number, y: number, size: number, color: Color): void {
  drawing.rect(x, y, size, size, color)
  const bar = size * 0.16
  drawing.rect(x + size * 0.28, y + size * 0.18, bar, size * 0.64, white)
  drawing.rect(x + size * 0.28, y + size * 0.18, size * 0.42, bar, white)
  drawing.rect(x + size * 0.28, y + size * 0.46, size * 0.42, bar, white)
  drawing.rect(x + size * 0.7 - bar, y + size * 0.18, bar, size * 0.44, white)
}

/** The front of a garage on its street: the way in, the bar that shows the height limit, and the arm of the gate. */
export function garageEntrance(palette: Palette): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT)
  skyline(drawing, palette, 300)
  drawing.rect(0, 300, WIDTH, 170, [128, 140, 156])
  drawing.rect(60, 70, 680, 400, palette.wall)
  for (let row = 0; row < 2; row += 1) {
    drawing.rect(60, 96 + row * 96, 680, 54, dark)
    drawing.rect(60, 150 + row * 96, 680, 12, shade(palette.wall, 24))
    for (let column = 0; column < 9; column += 1)
      drawing.rect(60 + column * 84, 96 + row * 96, 12, 54, shade(palette.wall, -20))
    for (let column = 0; column < 5; column += 1)
      car(drawing, 92 + column * 132, 152 + row * 96, 54, cars[(column + row) % cars.length] ?? dark)
  }
  drawing.rect(220, 290, 360, 180, dark)
  drawing.polygon(
    [
      [220, 470],
      [300, 350],
      [500, 350],
      [580, 470],
    ],
    shade(asphalt, -20),
  )
  drawing.rect(330, 322, 140, 8, lamp)
  for (let at = 0; at < 12; at += 1) drawing.rect(220 + at * 30, 288, 30, 18, at % 2 ? dark : yellow)
  sign(drawing, 612, 296, 92, palette.accent)
  drawing.rect(60, 456, 680, 14, shade(palette.wall, -40))
  drawing.gradient(470, HEIGHT, asphaltFar, asphalt)
  drawing.polygon(
    [
      [236, 470],
      [564, 470],
      [690, HEIGHT],
      [110, HEIGHT],
    ],
    shade(asphalt, 14),
  )
  drawing.polygon(
    [
      [396, 490],
      [404, 490],
      [410, HEIGHT],
      [390, HEIGHT],
    ],
    yellow,
  )
  drawing.rect(176, 392, 34, 92, palette.accent)
  drawing.rect(182, 402, 22, 16, white)
  for (let at = 0; at < 8; at += 1) drawing.rect(206 + at * 24, 424, 24, 9, at % 2 ? white : [206, 52, 44])
  return drawing
}

/** A level of a garage: columns, lamps, and cars between painted lines. */
export function garageInside(palette: Palette): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT)
  drawing.gradient(0, 250, concreteDark, concrete)
  drawing.gradient(250, HEIGHT, asphaltFar, concrete)
  drawing.rect(250, 180, 300, 130, shade(concrete, -24))
  drawing.polygon(
    [
      [0, 0],
      [250, 180],
      [250, 310],
      [0, 520],
    ],
    shade(concrete, -10),
  )
  drawing.polygon(
    [
      [WIDTH, 0],
      [550, 180],
      [550, 310],
      [WIDTH, 520],
    ],
    shade(concrete, -10),
  )
  drawing.polygon(
    [
      [0, 230],
      [250, 236],
      [250, 254],
      [0, 290],
    ],
    palette.accent,
  )
  drawing.polygon(
    [
      [WIDTH, 230],
      [550, 236],
      [550, 254],
      [WIDTH, 290],
    ],
    palette.accent,
  )
  for (const [y, half, tall] of [
    [40, 120, 16],
    [112, 64, 9],
    [154, 36, 5],
  ] as const)
    drawing.rect(400 - half, y, half * 2, tall, lamp)
  drawing.polygon(
    [
      [330, 310],
      [470, 310],
      [640, HEIGHT],
      [160, HEIGHT],
    ],
    shade(asphaltFar, 12),
  )
  for (const [x, y, size, at] of [
    [262, 330, 62, 0],
    [476, 330, 62, 1],
    [180, 384, 96, 2],
    [524, 384, 96, 3],
    [26, 478, 160, 4],
    [614, 478, 160, 0],
  ] as const)
    car(drawing, x, y, size, cars[at] ?? dark)
  for (const [x, top, wide] of [
    [236, 120, 22],
    [542, 120, 22],
    [136, 56, 40],
    [624, 56, 40],
  ] as const) {
    drawing.rect(x, top, wide, 300 + (wide - 22) * 4 - top, concrete)
    drawing.rect(x, 250, wide, 26, palette.accent)
  }
  drawing.polygon(
    [
      [384, 470],
      [416, 470],
      [424, 540],
      [446, 540],
      [400, 580],
      [354, 540],
      [376, 540],
    ],
    white,
  )
  return drawing
}

/** An open lot by day: two rows of stalls below the skyline. */
export function openLot(palette: Palette): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT)
  skyline(drawing, palette, 280)
  drawing.rect(0, 262, WIDTH, 26, shade(palette.wall, -20))
  drawing.gradient(288, HEIGHT, asphaltFar, asphalt)
  for (let at = 0; at <= 8; at += 1) {
    const x = at * 100
    drawing.polygon(
      [
        [x - 2, 296],
        [x + 2, 296],
        [x + (x - 400) * 0.14 + 3, 356],
        [x + (x - 400) * 0.14 - 3, 356],
      ],
      white,
    )
    const near = 400 + (x - 400) * 1.5
    drawing.polygon(
      [
        [near - 4, 470],
        [near + 4, 470],
        [near + (x - 400) * 0.4 + 6, HEIGHT],
        [near + (x - 400) * 0.4 - 6, HEIGHT],
      ],
      white,
    )
  }
  for (const [at, index] of [0, 1, 3, 4, 6, 7].entries())
    car(drawing, index * 100 + 20, 348, 60, cars[at % cars.length] ?? dark)
  car(drawing, 20, 570, 128, cars[2] ?? dark)
  car(drawing, 486, 574, 132, cars[1] ?? dark)
  drawing.rect(690, 190, 8, 200, concreteDark)
  sign(drawing, 656, 150, 76, palette.accent)
  return drawing
}

/** The way into an open lot from its street. */
export function lotEntrance(palette: Palette): Drawing {
  const drawing = new Drawing(WIDTH, HEIGHT)
  skyline(drawing, palette, 320)
  drawing.rect(0, 300, 240, 110, palette.wall)
  drawing.rect(560, 300, 240, 110, palette.wall)
  for (let row = 0; row < 6; row += 1)
    for (const from of [0, 560])
      for (let at = 0; at < 6; at += 1)
        drawing.rect(from + at * 40 + (row % 2) * 20, 300 + row * 18, 38, 2, shade(palette.wall, -26))
  drawing.gradient(410, HEIGHT, asphaltFar, asphalt)
  drawing.polygon(
    [
      [250, 330],
      [550, 330],
      [700, HEIGHT],
      [100, HEIGHT],
    ],
    shade(asphalt, 16),
  )
  car(drawing, 296, 366, 70, cars[1] ?? dark)
  car(drawing, 430, 366, 70, cars[0] ?? dark)
  drawing.rect(0, 404, 250, 14, concrete)
  drawing.rect(550, 404, 250, 14, concrete)
  drawing.rect(600, 130, 12, 180, concreteDark)
  drawing.rect(540, 84, 200, 120, palette.accent)
  sign(drawing, 556, 100, 88, palette.accent)
  drawing.rect(654, 116, 70, 10, white)
  drawing.rect(654, 138, 56, 10, white)
  drawing.polygon(
    [
      [660, 172],
      [700, 172],
      [700, 164],
      [724, 178],
      [700, 192],
      [700, 184],
      [660, 184],
    ],
    white,
  )
  drawing.polygon(
    [
      [380, 440],
      [420, 440],
      [434, 530],
      [366, 530],
    ],
    white,
  )
  return drawing
}

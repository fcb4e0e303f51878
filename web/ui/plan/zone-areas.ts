import type { DrawnSpot } from './plan-geometry.ts'

type Corner = readonly [x: number, y: number]

/** A zone on a plan: what surrounds its spots, and where its name is written. */
export interface ZoneArea {
  name: string
  points: string
  x: number
  /** The lower edge of the name. */
  y: number
}

/** Returns the zones of drawn spots, each surrounded at a distance of `margin`. */
export function zoneAreas(
  spots: readonly DrawnSpot[],
  nameOf: (id: string) => string | null,
  margin: number,
): ZoneArea[] {
  const byName = new Map<string, Corner[]>()
  for (const { id, points } of spots) {
    const name = nameOf(id)
    if (name !== null) byName.set(name, [...(byName.get(name) ?? []), ...cornersIn(points)])
  }
  return [...byName].map(([name, corners]) => {
    const around = hullOf(corners.flatMap(([x, y]) => widened(x, y, margin)))
    const top = Math.min(...around.map(([, y]) => y))
    const xs = around.map(([x]) => x)
    return {
      name,
      points: around.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' '),
      x: (Math.min(...xs) + Math.max(...xs)) / 2,
      y: top,
    }
  })
}

const cornersIn = (points: string): Corner[] =>
  points.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x, y]
  })

const widened = (x: number, y: number, by: number): Corner[] => [
  [x - by, y - by],
  [x + by, y - by],
  [x + by, y + by],
  [x - by, y + by],
]

/** The convex hull of points (Andrew's monotone chain). */
function hullOf(points: readonly Corner[]): Corner[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (all: readonly Corner[]): Corner[] => {
    const chain: Corner[] = []
    for (const next of all) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2), chain.at(-1), next)) chain.pop()
      chain.push(next)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const turnsLeft = (a: Corner | undefined, b: Corner | undefined, c: Corner): boolean =>
  a !== undefined && b !== undefined && (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0

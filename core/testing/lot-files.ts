/** A test feature: a square of 60 meters in Grand Rapids, moved east in steps so that no two are equal. */
export function aSquare(step = 0, properties: Record<string, unknown> = { name: `Lot ${step}` }) {
  return aFeature({ type: 'Polygon', coordinates: [squareRing(step)] }, properties)
}

export function squareRing(step = 0): number[][] {
  const [west, south] = [-85.67 + step * 0.002, 42.96]
  const [east, north] = [west + 0.000738, south + 0.00054]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

export function aFeature(geometry: unknown, properties: unknown = {}) {
  return { type: 'Feature', properties, geometry }
}

export function aFile(...features: unknown[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features })
}

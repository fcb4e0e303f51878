import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { type MapColors, mapColors } from './map-colors.ts'
import { labelLayers } from './map-labels.ts'

/** Bounds of the bundled tiles: central Chicago, `[west, south, east, north]`. */
const chicago: [number, number, number, number] = [-87.8027, 41.7713, -87.583, 41.9677]
export const attribution =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener">© OpenStreetMap contributors</a>'
/** Drawn by `map-canvas.tsx` when the style requests it: a plain grid, so that areas without streets are not empty. */
export const gridImage = 'ground-grid'
type GeoJsonFeature = Extract<Exclude<GeoJSONSourceSpecification['data'], string>, { type: 'Feature' }>

/**
 * The bundled style. Its tiles have one zoom level (13), which is enlarged further in; further out an overview of their
 * large shapes is used. Labels use the reader's own fonts, so no glyph server is needed.
 */
export function bundledStyle(scheme: 'light' | 'dark', origin: string): StyleSpecification {
  const colors = mapColors[scheme]
  return {
    version: 8,
    sources: {
      streets: {
        type: 'vector',
        tiles: [`${origin}/tiles/chicago/13-{x}-{y}.mvt`],
        minzoom: 13,
        maxzoom: 13,
        bounds: chicago,
      },
      overview: { type: 'geojson', data: `${origin}/tiles/chicago/overview.json` },
      ground: { type: 'geojson', data: ground },
    },
    layers: [...groundLayers(colors), ...streetLayers(colors), ...labelLayers(colors)],
  }
}

/** Below the tiles: land without the grid, and Lake Michigan to the east, so that the shore is not cut off straight. */
const box = (kind: string, west: number, east: number): GeoJsonFeature => ({
  type: 'Feature',
  properties: { kind },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, 41.9676],
        [west, 41.7714],
        [east, 41.7714],
        [east, 41.9676],
        [west, 41.9676],
      ],
    ],
  },
})
const ground: GeoJSONSourceSpecification['data'] = {
  type: 'FeatureCollection',
  features: [box('land', -87.8025, -87.5832), box('lake', -87.5833, -87.2)],
}

const area = (id: string, filter: string[], color: string, minzoom = 12.99): LayerSpecification => ({
  id,
  type: 'fill',
  source: 'streets',
  'source-layer': 'landuse',
  minzoom,
  filter: ['in', ['get', 'class'], ['literal', filter]],
  paint: { 'fill-color': color, 'fill-antialias': false },
})

const overview = (layer: string): ['==', ['get', string], string] => ['==', ['get', 'layer'], layer]

function groundLayers(c: MapColors): LayerSpecification[] {
  return [
    { id: 'background', type: 'background', paint: { 'background-color': c.ground } },
    { id: 'grid', type: 'background', paint: { 'background-pattern': gridImage } },
    {
      id: 'land',
      minzoom: 10,
      type: 'fill',
      source: 'ground',
      filter: ['==', ['get', 'kind'], 'land'],
      paint: { 'fill-color': c.ground, 'fill-antialias': false },
    },
    {
      id: 'lake',
      minzoom: 10,
      type: 'fill',
      source: 'ground',
      filter: ['==', ['get', 'kind'], 'lake'],
      paint: { 'fill-color': c.water, 'fill-antialias': false },
    },
    {
      id: 'overview-park',
      minzoom: 10,
      type: 'fill',
      source: 'overview',
      maxzoom: 13,
      filter: overview('landuse'),
      paint: { 'fill-color': c.park, 'fill-antialias': false },
    },
    {
      id: 'overview-water',
      minzoom: 10,
      type: 'fill',
      source: 'overview',
      maxzoom: 13,
      filter: overview('water'),
      paint: { 'fill-color': c.water, 'fill-antialias': false },
    },
    {
      id: 'overview-road',
      type: 'line',
      source: 'overview',
      maxzoom: 13,
      minzoom: 10,
      filter: overview('road'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': ['match', ['get', 'class'], 'motorway', c.motorway, c.main],
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          9,
          0.4,
          13,
          ['match', ['get', 'class'], 'motorway', 3.2, 'secondary', 1.4, 2],
        ],
      },
    },
    area('park', ['park', 'grass', 'pitch', 'cemetery', 'wood', 'scrub', 'piste'], c.park),
    area('campus', ['school', 'hospital', 'industrial'], c.building),
    area('parking', ['parking'], c.parking, 14),
    {
      id: 'water',
      type: 'fill',
      source: 'streets',
      'source-layer': 'water',
      minzoom: 12.99,
      paint: { 'fill-color': c.water, 'fill-antialias': false },
    },
    {
      id: 'waterway',
      type: 'line',
      source: 'streets',
      'source-layer': 'waterway',
      minzoom: 12.99,
      paint: {
        'line-color': c.water,
        'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 13, 2, 17, 12],
      },
    },
    {
      id: 'building',
      type: 'fill',
      source: 'streets',
      'source-layer': 'building',
      minzoom: 14,
      paint: { 'fill-color': c.building },
    },
  ]
}

const classes = {
  street: ['street', 'street_limited', 'service', 'link', 'track', 'pedestrian'],
  main: ['tertiary', 'secondary', 'primary', 'trunk'],
  motorway: ['motorway', 'motorway_link'],
}
/** Line widths at zooms 13, 15, and 18. */
const widths = { street: [0.8, 3.5, 14], main: [1.8, 6, 22], motorway: [2.6, 8, 26] } as const

function roadLayer(
  id: keyof typeof classes,
  color: string,
  extra: number,
  minzoom: number,
): LayerSpecification {
  const [near, mid, far] = widths[id]
  return {
    id: extra > 0 ? `${id}-casing` : id,
    type: 'line',
    source: 'streets',
    'source-layer': 'road',
    minzoom,
    filter: [
      'all',
      ['in', ['get', 'class'], ['literal', classes[id]]],
      ['==', ['geometry-type'], 'LineString'],
    ],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': color,
      'line-width': [
        'interpolate',
        ['exponential', 1.5],
        ['zoom'],
        13,
        near + extra,
        15,
        mid + extra,
        18,
        far + extra,
      ],
    },
  }
}

function streetLayers(c: MapColors): LayerSpecification[] {
  return [
    roadLayer('street', c.casing, 1.2, 14),
    roadLayer('main', c.casing, 1.4, 13),
    roadLayer('motorway', c.casing, 1.8, 13),
    roadLayer('street', c.street, 0, 12.99),
    roadLayer('main', c.main, 0, 12.99),
    roadLayer('motorway', c.motorway, 0, 12.99),
    {
      id: 'rail',
      type: 'line',
      source: 'streets',
      'source-layer': 'road',
      minzoom: 13,
      filter: ['all', ['==', ['get', 'class'], 'major_rail'], ['!=', ['get', 'structure'], 'tunnel']],
      paint: { 'line-color': c.rail, 'line-width': 1, 'line-opacity': 0.7 },
    },
  ]
}

import type { LayerSpecification } from 'maplibre-gl'
import type { MapColors } from './map-colors.ts'

const font = ['Inter Variable', 'system-ui', 'sans-serif']

/** Labels of streets, water, and neighborhoods in the reader's own fonts, because there is no glyph server. */
export function labelLayers(c: MapColors): LayerSpecification[] {
  const halo = { 'text-halo-color': c.halo, 'text-halo-width': 1.4 }
  return [
    {
      id: 'water-name',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'waterway_label',
      minzoom: 13,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 12,
        'symbol-placement': 'line',
      },
      paint: { 'text-color': c.quietLabel, 'text-halo-color': c.water, 'text-halo-width': 1 },
    },
    {
      id: 'street-name',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'road_label',
      minzoom: 14,
      filter: ['in', ['get', 'class'], ['literal', ['street', 'tertiary', 'secondary', 'primary', 'trunk']]],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 14, 10.5, 18, 13],
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-padding': 8,
      },
      paint: { 'text-color': c.quietLabel, ...halo },
    },
    {
      id: 'place-name',
      type: 'symbol',
      source: 'streets',
      'source-layer': 'place_label',
      minzoom: 12.99,
      maxzoom: 16,
      filter: ['<=', ['get', 'localrank'], 6],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 12,
        'text-padding': 24,
        'text-max-width': 7,
      },
      paint: { 'text-color': c.label, ...halo },
    },
  ]
}

'use client'
import type { GeoJSONSourceSpecification } from 'maplibre-gl'
import { useMemo } from 'react'
import { Layer, Source } from 'react-map-gl/maplibre'
import type { MapLot } from './map-canvas.tsx'
import type { MapColors } from './map-colors.ts'

/** The outlines of the lots. */
export function LotShapes({
  lots,
  chosen,
  colors,
}: {
  lots: readonly MapLot[]
  chosen: string | null
  colors: MapColors
}) {
  const data = useMemo<GeoJSONSourceSpecification['data']>(
    () => ({
      type: 'FeatureCollection',
      features: lots.flatMap((lot) =>
        lot.boundary
          ? [
              {
                type: 'Feature' as const,
                properties: { id: lot.id },
                geometry: { type: 'Polygon' as const, coordinates: lot.boundary },
              },
            ]
          : [],
      ),
    }),
    [lots],
  )
  return (
    <Source id="lots" type="geojson" data={data}>
      <Layer
        id="lots-fill"
        type="fill"
        paint={{
          'fill-color': colors.lot,
          'fill-opacity': ['match', ['get', 'id'], chosen ?? '', 0.28, 0.14],
        }}
      />
      <Layer
        id="lots-line"
        type="line"
        paint={{
          'line-color': colors.lotLine,
          'line-width': ['match', ['get', 'id'], chosen ?? '', 2.5, 1.2],
        }}
      />
    </Source>
  )
}

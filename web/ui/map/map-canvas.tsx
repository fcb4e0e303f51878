'use client'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import { type Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AttributionControl, type MapRef, Map as MapView, NavigationControl } from 'react-map-gl/maplibre'
import { useTranslations } from 'use-intl'
import { Bubbles } from './bubbles.tsx'
import { LotShapes } from './lot-shapes.tsx'
import css from './map.module.css'
import { mapColors } from './map-colors.ts'
import { attribution, bundledStyle, gridImage } from './map-style.ts'
import { useVendorStyle } from './use-vendor-style.ts'

/** A lot on the map. `label` is the text of its bubble; without one it is a plain marker. */
export interface MapLot {
  id: string
  name: string
  lat: number
  lng: number
  boundary: number[][][] | null
  label: string | null
  cents: number
}

export interface MapCanvasProps {
  lots: readonly MapLot[]
  chosen?: string | null
  onChoose?: (id: string) => void
  /** The person's destination. */
  target?: { lat: number; lng: number } | null
  zoom?: number
  /** "west,south,east,north": the area to show instead of all lots. */
  box?: string
  /**
   * Called with the displayed area in the same form after the user moved the map; empty if it is too large to search.
   */
  onMoved?: (box: string) => void
}

/** The maximum area that can be searched at once, in degrees. */
const WIDEST = 0.5

/** Returns the displayed area as a search box. */
function boxShown(map: MapLibre): string {
  const bounds = map.getBounds()
  const [low, high] = [bounds.getSouthWest(), bounds.getNorthEast()]
  const isTooWide = high.lng - low.lng > WIDEST || high.lat - low.lat > WIDEST
  return isTooWide ? '' : [low.lng, low.lat, high.lng, high.lat].map((side) => side.toFixed(5)).join(',')
}

// Turbopack cannot place the worker (maplibre #8126), so `prepare-assets.mjs` copies it to public/.
setWorkerUrl('/maplibre/maplibre-gl-worker.mjs')

export default function MapCanvas({
  lots,
  chosen = null,
  onChoose,
  target = null,
  zoom = 15,
  box = '',
  onMoved,
}: MapCanvasProps) {
  const t = useTranslations()
  const scheme = useComputedColorScheme('light')
  const view = useRef<MapRef>(null)
  const [ready, setReady] = useState(false)
  const vendor = useVendorStyle()
  const { style_url } = vendor
  const style = useMemo(() => style_url ?? bundledStyle(scheme, window.location.origin), [style_url, scheme])
  useFitting(view, ready, lots, target, zoom, box)

  const chosenLot = lots.find((lot) => lot.id === chosen)
  useEffect(() => {
    const map = view.current
    if (!map || !chosenLot) return
    // The map follows the list only as far as necessary.
    if (!map.getBounds().contains([chosenLot.lng, chosenLot.lat])) {
      map.easeTo({ center: [chosenLot.lng, chosenLot.lat], duration: 160 })
    }
  }, [chosenLot])

  if (vendor.isPending) return <div className={css.waiting} aria-busy="true" />
  if (!hasWebGl()) return <p className={css.without}>{t('map.without')}</p>
  const first = target ?? lots[0]
  return (
    <MapView
      ref={view}
      mapStyle={style}
      initialViewState={{ longitude: first?.lng ?? -87.63, latitude: first?.lat ?? 41.88, zoom }}
      minZoom={3}
      maxZoom={19}
      dragRotate={false}
      pitchWithRotate={false}
      touchPitch={false}
      attributionControl={false}
      locale={{
        'Map.Title': t('map.title'),
        'NavigationControl.ZoomIn': t('map.zoomIn'),
        'NavigationControl.ZoomOut': t('map.zoomOut'),
        'AttributionControl.ToggleAttribution': t('map.attribution'),
      }}
      onLoad={() => setReady(true)}
      onMoveEnd={({ originalEvent, target: map }) => originalEvent && onMoved?.(boxShown(map))}
      onError={({ error }) => vendor.noteError(error)}
      onSourceData={({ tile, source }) => {
        // Our own shapes are GeoJSON.
        if (tile && source.type !== 'geojson') vendor.noteTile()
      }}
      onIdle={() => vendor.noteIdle()}
      onStyleData={({ target: map }) => provideGrid(map, mapColors[scheme].grid)}
    >
      {style_url ? (
        // The attribution of each source of the style.
        <AttributionControl key="vendor" compact={false} />
      ) : (
        <AttributionControl key="bundled" compact={false} customAttribution={attribution} />
      )}
      <NavigationControl position="top-right" showCompass={false} />
      <LotShapes lots={lots} chosen={chosen} colors={mapColors[scheme]} />
      {ready ? <Bubbles lots={lots} chosen={chosen} onChoose={onChoose} target={target} /> : null}
    </MapView>
  )
}

/** Fits all lots when the set changes, e.g. after another search; not while the user moves the map. */
function useFitting(
  view: React.RefObject<MapRef | null>,
  ready: boolean,
  lots: readonly MapLot[],
  target: { lat: number; lng: number } | null,
  zoom: number,
  wanted: string,
) {
  const points = [...lots, ...(target ? [target] : [])]
  const box = points.length > 1 ? boxOf(points) : null
  const key = wanted || (box?.join(',') ?? '')
  useEffect(() => {
    if (!ready || !key) return
    const [west = 0, south = 0, east = 0, north = 0] = key.split(',').map(Number)
    const how = wanted ? { padding: 0 } : { padding: 72, maxZoom: zoom }
    view.current?.fitBounds([west, south, east, north], { ...how, duration: 0 })
  }, [view, ready, key, zoom, wanted])
}

const boxOf = (points: readonly { lat: number; lng: number }[]): [number, number, number, number] => [
  Math.min(...points.map((p) => p.lng)),
  Math.min(...points.map((p) => p.lat)),
  Math.max(...points.map((p) => p.lng)),
  Math.max(...points.map((p) => p.lat)),
]

/** Provides a faint grid tile in the color of the scheme. */
function provideGrid(map: MapLibre, color: string) {
  if (map.hasImage(gridImage)) return
  const size = 64
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.fillStyle = color
  pen.fillRect(0, 0, size, 1)
  pen.fillRect(0, 0, 1, size)
  map.addImage(gridImage, pen.getImageData(0, 0, size, size))
}

function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}

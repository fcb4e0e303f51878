'use client'
import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import { type Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import { type ReactNode, type RefObject, useMemo } from 'react'
import {
  AttributionControl,
  type MapMouseEvent,
  type MapRef,
  Map as MapView,
  NavigationControl,
  type ViewStateChangeEvent,
} from 'react-map-gl/maplibre'
import { useTranslations } from 'use-intl'
import css from './map.module.css'
import { mapColors } from './map-colors.ts'
import { attribution, bundledStyle, gridImage } from './map-style.ts'
import { useVendorStyle } from './use-vendor-style.ts'

// Turbopack cannot place the worker (maplibre #8126), so `prepare-assets.mjs` copies it to public/.
setWorkerUrl('/maplibre/maplibre-gl-worker.mjs')

/** The map itself, in the style of the vendor or the bundled one; what is on it are its children. */
export function MapBase({
  view,
  at,
  onLoad,
  onMoveEnd,
  onClick,
  cursor,
  children,
}: {
  view: RefObject<MapRef | null>
  /** What it shows at first. */
  at: { lat: number; lng: number; zoom: number }
  onLoad: () => void
  onMoveEnd?: (event: ViewStateChangeEvent) => void
  onClick?: (event: MapMouseEvent) => void
  cursor?: string
  children: ReactNode
}) {
  const t = useTranslations()
  const scheme = useComputedColorScheme('light')
  const vendor = useVendorStyle()
  const { style_url } = vendor
  const style = useMemo(() => style_url ?? bundledStyle(scheme, window.location.origin), [style_url, scheme])
  if (vendor.isPending) return <div className={css.waiting} aria-busy="true" />
  if (!hasWebGl()) return <p className={css.without}>{t('map.without')}</p>
  return (
    <MapView
      ref={view}
      mapStyle={style}
      initialViewState={{ longitude: at.lng, latitude: at.lat, zoom: at.zoom }}
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
      onLoad={onLoad}
      {...(onMoveEnd ? { onMoveEnd } : {})}
      {...(onClick ? { onClick } : {})}
      {...(cursor === undefined ? {} : { cursor })}
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
      {children}
    </MapView>
  )
}

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

'use client'
import { useComputedColorScheme } from '@mantine/core'
import { type Corner, moved } from '@openspot/core/geo/drawn-outline.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type MapRef, Marker } from 'react-map-gl/maplibre'
import { useTranslations } from 'use-intl'
import { LotShapes } from './lot-shapes.tsx'
import css from './map.module.css'
import { MapBase } from './map-base.tsx'
import { mapColors } from './map-colors.ts'
import { MapHandle } from './map-handle.tsx'

export interface PinCanvasProps {
  point: { lat: number; lng: number } | null
  corners: readonly Corner[]
  /** What the map shows while there is no point. */
  near: { lat: number; lng: number; zoom: number }
  isDrawing: boolean
  onPoint: (point: { lat: number; lng: number }) => void
  onCorners: (corners: Corner[]) => void
}

/** The zoom at which an entrance can be distinguished from the next one. */
const CLOSE = 17

/** A map with a pin for the entrance and handles for the corners of the outline, all of which also move by arrow keys. */
export default function PinCanvas({ point, corners, near, isDrawing, onPoint, onCorners }: PinCanvasProps) {
  const t = useTranslations()
  const scheme = useComputedColorScheme('light')
  const view = useRef<MapRef>(null)
  const [ready, setReady] = useState(false)
  useFollowing(view, ready, point)
  const lots = useMemo(() => {
    const [first] = corners
    const boundary = first && corners.length >= 2 ? [[...corners, first]] : null
    return [{ id: 'lot', name: '', lat: 0, lng: 0, label: null, cents: 0, boundary }]
  }, [corners])
  const change = (at: number, corner: Corner | null) =>
    onCorners(corners.flatMap((one, index) => (index !== at ? [one] : corner ? [corner] : [])))
  return (
    <MapBase
      view={view}
      at={point ? { ...point, zoom: CLOSE } : near}
      onLoad={() => setReady(true)}
      cursor={isDrawing || point === null ? 'crosshair' : 'grab'}
      onClick={({ originalEvent, lngLat: { lng, lat } }) => {
        // A click on the pin or a handle also arrives here.
        if (originalEvent.target instanceof Element && originalEvent.target.closest('button')) return
        if (isDrawing) onCorners([...corners, moved([lng, lat], 0, 0)])
        else if (point === null) onPoint({ lng, lat })
      }}
    >
      <LotShapes lots={lots} chosen="lot" colors={mapColors[scheme]} />
      {ready
        ? corners.map((corner, at) => (
            <Marker
              key={at}
              longitude={corner[0]}
              latitude={corner[1]}
              draggable
              onDrag={({ lngLat: { lng, lat } }) => change(at, moved([lng, lat], 0, 0))}
            >
              <MapHandle
                at={corner}
                label={t('map.corner', { number: at + 1, count: corners.length })}
                className={css.corner}
                onMove={(next) => change(at, next)}
                onRemove={() => change(at, null)}
              />
            </Marker>
          ))
        : null}
      {ready && point ? (
        <Marker
          longitude={point.lng}
          latitude={point.lat}
          anchor="bottom"
          draggable={!isDrawing}
          style={{ zIndex: 4 }}
          onDragEnd={({ lngLat: { lng, lat } }) => onPoint(toPoint(moved([lng, lat], 0, 0)))}
        >
          <MapHandle
            at={[point.lng, point.lat]}
            label={t('map.pin')}
            className={css.pin}
            isQuiet={isDrawing}
            onMove={(next) => onPoint(toPoint(next))}
          >
            <span aria-hidden="true" />
          </MapHandle>
        </Marker>
      ) : null}
    </MapBase>
  )
}

const toPoint = ([lng, lat]: Corner) => ({ lng, lat })

/** Shows a point that was chosen elsewhere, such as in the search. A pin that is moved by hand is already in view. */
function useFollowing(
  view: React.RefObject<MapRef | null>,
  ready: boolean,
  point: { lat: number; lng: number } | null,
) {
  const [lat, lng] = [point?.lat, point?.lng]
  useEffect(() => {
    const map = view.current
    if (!ready || !map || lat === undefined || lng === undefined) return
    const isSeen = map.getBounds().contains([lng, lat]) && map.getZoom() > CLOSE - 3
    if (!isSeen) map.jumpTo({ center: [lng, lat], zoom: Math.max(map.getZoom(), CLOSE) })
  }, [view, ready, lat, lng])
}

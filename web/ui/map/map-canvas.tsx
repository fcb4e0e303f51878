'use client'
import { useComputedColorScheme } from '@mantine/core'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { MapRef } from 'react-map-gl/maplibre'
import { Bubbles } from './bubbles.tsx'
import { LotShapes } from './lot-shapes.tsx'
import { MapBase } from './map-base.tsx'
import { mapColors } from './map-colors.ts'

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

export interface MapPoint {
  lat: number
  lng: number
}

export interface MapCanvasProps {
  lots: readonly MapLot[]
  chosen?: string | null
  onChoose?: (id: string) => void
  /** The person's destination. */
  target?: MapPoint | null
  /** Where the person is; the map moves there. */
  position?: MapPoint | null
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

export default function MapCanvas({
  lots,
  chosen = null,
  onChoose,
  target = null,
  position = null,
  zoom = 15,
  box = '',
  onMoved,
}: MapCanvasProps) {
  const scheme = useComputedColorScheme('light')
  const view = useRef<MapRef>(null)
  const [ready, setReady] = useState(false)
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

  useEffect(() => {
    if (ready && position) view.current?.easeTo({ center: [position.lng, position.lat], duration: 160 })
  }, [ready, position])

  const first = target ?? lots[0]
  return (
    <MapBase
      view={view}
      at={{ lat: first?.lat ?? 41.88, lng: first?.lng ?? -87.63, zoom }}
      onLoad={() => setReady(true)}
      onMoveEnd={({ originalEvent, target: map }) => originalEvent && onMoved?.(boxShown(map))}
    >
      <LotShapes lots={lots} chosen={chosen} colors={mapColors[scheme]} />
      {ready ? (
        <Bubbles lots={lots} chosen={chosen} onChoose={onChoose} target={target} position={position} />
      ) : null}
    </MapBase>
  )
}

/** How many lots are fitted, from the first of the list on: with all of them, their prices would merge into clusters. */
const MOST_FITTED = 8

/** Fits the first lots when the set changes, e.g. after another search; not while the user moves the map. */
function useFitting(
  view: React.RefObject<MapRef | null>,
  ready: boolean,
  lots: readonly MapLot[],
  target: { lat: number; lng: number } | null,
  zoom: number,
  wanted: string,
) {
  const points = [...lots.slice(0, MOST_FITTED), ...(target ? [target] : [])]
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

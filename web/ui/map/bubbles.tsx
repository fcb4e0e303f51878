'use client'
import { useCallback, useSyncExternalStore } from 'react'
import { Marker, useMap } from 'react-map-gl/maplibre'
import { useTranslations } from 'use-intl'
import css from './map.module.css'
import type { MapLot, MapPoint } from './map-canvas.tsx'
import { type MergedBubble, mergeBubbles } from './merge-bubbles.ts'

/** Approximate width of a bubble's text in pixels. */
const widthOf = (lot: MapLot) => 22 + (lot.label?.length ?? 0) * 8.5

/** The prices on the map, merged again whenever the map has moved. */
export function Bubbles({
  lots,
  chosen,
  onChoose,
  target,
  position,
}: {
  lots: readonly MapLot[]
  chosen: string | null
  onChoose: ((id: string) => void) | undefined
  target: MapPoint | null
  position: MapPoint | null
}) {
  const t = useTranslations()
  const { current: map } = useMap()
  const subscribe = useCallback(
    (notify: () => void) => {
      map?.on('moveend', notify)
      map?.on('resize', notify)
      return () => {
        map?.off('moveend', notify)
        map?.off('resize', notify)
      }
    },
    [map],
  )
  // The map's view as a string; a change triggers another merge.
  const view = useSyncExternalStore(subscribe, () =>
    map ? `${map.getZoom()} ${map.getCenter().toString()}` : '',
  )
  if (!map || view === '') return null
  const bubbles = lots.map((lot) => {
    const { x, y } = map.project([lot.lng, lot.lat])
    return { id: lot.id, x, y, width: widthOf(lot), cents: lot.cents }
  })
  const merged = mergeBubbles(bubbles, chosen)

  const byId = new Map(lots.map((lot) => [lot.id, lot]))
  const open = (bubble: MergedBubble) => {
    const members = bubble.members.flatMap((id) => byId.get(id) ?? [])
    if (members.length < 2) return onChoose?.(bubble.id)
    // Zooms in until they separate; two lots at the same position never do, so the cheapest is selected.
    if (map.getZoom() > 17.5) return onChoose?.(bubble.id)
    const lngs = members.map((lot) => lot.lng)
    const lats = members.map((lot) => lot.lat)
    map.fitBounds([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)], {
      padding: 120,
      maxZoom: 18,
      duration: 160,
    })
  }

  return (
    <>
      {target ? (
        <Marker longitude={target.lng} latitude={target.lat} anchor="center">
          <span className={css.target} role="img" aria-label={t('map.target')} />
        </Marker>
      ) : null}
      {position ? (
        <Marker longitude={position.lng} latitude={position.lat} anchor="center">
          <span className={css.position} role="img" aria-label={t('map.position')} />
        </Marker>
      ) : null}
      {merged.map((bubble) => {
        const lot = byId.get(bubble.id)
        if (!lot) return null
        const count = bubble.members.length
        const lifted = lot.id === chosen
        return (
          <Marker
            key={lot.id}
            longitude={lot.lng}
            latitude={lot.lat}
            anchor="bottom"
            style={{ zIndex: lifted ? 3 : 1 }}
          >
            <button
              type="button"
              className={css.bubble}
              data-chosen={lifted || undefined}
              aria-pressed={lifted}
              aria-label={
                count > 1
                  ? t('map.several', { count, price: lot.label ?? '' })
                  : lot.label
                    ? t('map.one', { name: lot.name, price: lot.label })
                    : lot.name
              }
              onClick={() => open(bubble)}
            >
              {count > 1 ? <span className={css.count}>{count}</span> : null}
              {count > 1 ? t('map.from') : null} {lot.label}
            </button>
          </Marker>
        )
      })}
    </>
  )
}

'use client'
import dynamic from 'next/dynamic'
import { Component, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import css from './map.module.css'
import type { MapCanvasProps } from './map-canvas.tsx'

export type { MapPoint } from './map-canvas.tsx'

const MapCanvas = dynamic(() => import('./map-canvas.tsx'), {
  ssr: false,
  loading: () => <div className={css.waiting} />,
})

/** The map of lots, always next to an equivalent list: if the map cannot be drawn, it says so and the list remains. */
export function LotMap(props: MapCanvasProps) {
  const t = useTranslations()
  return (
    <div className={css.map}>
      <MapGuard message={t('map.without')}>
        <MapCanvas {...props} />
      </MapGuard>
    </div>
  )
}

/** A map that fails (no WebGL, no worker) must not break the page. */
export class MapGuard extends Component<{ message: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? <p className={css.without}>{this.props.message}</p> : this.props.children
  }
}

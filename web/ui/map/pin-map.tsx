'use client'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { MapGuard } from './lot-map.tsx'
import css from './map.module.css'
import type { PinCanvasProps } from './pin-canvas.tsx'

const PinCanvas = dynamic(() => import('./pin-canvas.tsx'), {
  ssr: false,
  loading: () => <div className={css.waiting} />,
})

/** A map on which a point and an outline are chosen. Both can also be entered as text beside it. */
export function PinMap(props: PinCanvasProps) {
  const t = useTranslations()
  return (
    <div className={css.map}>
      <MapGuard message={t('map.withoutPin')}>
        <PinCanvas {...props} />
      </MapGuard>
    </div>
  )
}

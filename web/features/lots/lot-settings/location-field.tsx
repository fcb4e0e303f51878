import { Button, NumberInput } from '@mantine/core'
import { boundaryOf, type Corner, cornersOf, rectangleAround } from '@openspot/core/geo/drawn-outline.ts'
import { MAX_OUTLINE_CORNERS } from '@openspot/core/lots/setup.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { GatedButton } from '@/ui/gated-button.tsx'
import { PinMap } from '@/ui/map/pin-map.tsx'
import { Buttons, FieldRow } from '@/ui/panel.tsx'
import { FoundNote, type FoundPlace } from './found-note.tsx'
import css from './lot-settings.module.css'

export interface Location {
  lat: number | null
  lng: number | null
  boundary: number[][][] | null
}

/** The size of the first rectangle in meters: about 30 spots. */
const [WIDTH, HEIGHT] = [40, 25]
/** The contiguous United States. */
const far = { lat: 39.8, lng: -98.6, zoom: 3.2 }

/** The entrance of a lot as a pin on a map, and its outline. Both can also be entered or made with buttons. */
export function LocationField({
  value,
  near = far,
  found = null,
  errorAt,
  onChange,
}: {
  value: Location
  /** What the map shows without a point. */
  near?: { lat: number; lng: number; zoom: number }
  /** What was found, as long as nobody moved the pin since. */
  found?: FoundPlace | 'NOTHING' | null
  errorAt: (field: 'lat' | 'lng' | 'boundary') => string | null
  onChange: (part: Partial<Location>) => void
}) {
  const t = useTranslations()
  // While fewer than three corners are drawn, there is no outline to save.
  const [loose, setLoose] = useState<Corner[]>([])
  const [isDrawing, setIsDrawing] = useState(false)
  const { lat, lng } = value
  const hasPoint = typeof lat === 'number' && typeof lng === 'number' && !Number.isNaN(lat + lng)
  const point = hasPoint ? { lat, lng } : null
  const corners = value.boundary ? cornersOf(value.boundary) : loose
  const setCorners = (next: Corner[]) => {
    const kept = next.slice(0, MAX_OUTLINE_CORNERS)
    setLoose(kept)
    onChange({ boundary: boundaryOf(kept) })
  }
  const degrees = (field: 'lat' | 'lng', max: number) => (
    <NumberInput
      label={t(`lotSettings.details.${field}`)}
      size="md"
      hideControls
      dir="ltr"
      decimalScale={7}
      min={-max}
      max={max}
      value={value[field] ?? ''}
      error={errorAt(field)}
      onChange={(next) => onChange({ [field]: next === '' ? null : Number(next) })}
    />
  )
  const outlineFault = errorAt('boundary')
  return (
    <div className={css.location}>
      <FoundNote found={found} />
      <p className={css.quiet}>
        {isDrawing
          ? t('lotSettings.map.drawText')
          : point
            ? t('lotSettings.map.pinText')
            : t('lotSettings.map.noPin')}
      </p>
      <div className={css.map}>
        <PinMap
          point={point}
          corners={corners}
          near={near}
          isDrawing={isDrawing}
          onPoint={onChange}
          onCorners={setCorners}
        />
      </div>
      {outlineFault ? (
        <p className={css.bad} role="alert">
          {outlineFault}
        </p>
      ) : null}
      <p className={css.quiet} aria-live="polite">
        {t('lotSettings.map.corners', { count: corners.length })}
      </p>
      <Buttons>
        {isDrawing ? (
          <>
            <Button size="sm" onClick={() => setIsDrawing(false)}>
              {t('lotSettings.map.drawn')}
            </Button>
            <GatedButton
              size="sm"
              variant="default"
              why={corners.length === 0 ? t('common.why.unchanged') : null}
              onClick={() => setCorners(corners.slice(0, -1))}
            >
              {t('lotSettings.map.back')}
            </GatedButton>
          </>
        ) : (
          <>
            <GatedButton
              size="sm"
              variant="default"
              why={point ? null : t('common.why.choose')}
              onClick={() => point && setCorners(rectangleAround([point.lng, point.lat], WIDTH, HEIGHT))}
            >
              {t('lotSettings.map.rectangle')}
            </GatedButton>
            <GatedButton
              size="sm"
              variant="default"
              why={point ? null : t('common.why.choose')}
              onClick={() => {
                setCorners([])
                setIsDrawing(true)
              }}
            >
              {t('lotSettings.map.draw')}
            </GatedButton>
            {corners.length > 0 ? (
              <Button size="sm" variant="default" onClick={() => setCorners([])}>
                {t('lotSettings.map.remove')}
              </Button>
            ) : null}
          </>
        )}
      </Buttons>
      <details className={css.coordinates}>
        <summary>{t('lotSettings.map.coordinates')}</summary>
        <FieldRow>
          {degrees('lat', 90)}
          {degrees('lng', 180)}
        </FieldRow>
      </details>
    </div>
  )
}

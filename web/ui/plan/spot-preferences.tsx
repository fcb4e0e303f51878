'use client'
import type { OfferedSpot } from '@openspot/contract/lots/lots.ts'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { SpotPreferences } from '@/lib/spot-preferences.ts'
import css from './spot-choice.module.css'

/** Chips for the types and features that the lot has. */
export function SpotPreferenceFields({
  spots,
  preferences,
  onChange,
}: {
  spots: readonly OfferedSpot[]
  preferences: SpotPreferences
  onChange: (preferences: SpotPreferences) => void
}) {
  const t = useTranslations()
  const types = useMemo(
    () => [...new Set(spots.map((spot) => spot.type))].filter((type) => type !== 'STANDARD'),
    [spots],
  )
  const features = useMemo(() => [...new Set(spots.flatMap((spot) => spot.features))], [spots])
  if (types.length === 0 && features.length === 0) return null
  return (
    <fieldset className={css.kinds}>
      <legend>{t('lot.wish')}</legend>
      {types.map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={preferences.type === type}
          onClick={() => onChange({ ...preferences, type: preferences.type === type ? null : type })}
        >
          {t(`spot.types.${type}`)}
        </button>
      ))}
      {features.map((feature) => {
        const has = preferences.features.includes(feature)
        const rest = preferences.features.filter((one) => one !== feature)
        return (
          <button
            key={feature}
            type="button"
            aria-pressed={has}
            onClick={() => onChange({ ...preferences, features: has ? rest : [...rest, feature] })}
          >
            {t(`spot.features.${feature}`)}
          </button>
        )
      })}
    </fieldset>
  )
}

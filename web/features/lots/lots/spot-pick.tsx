'use client'
import type { Price } from '@openspot/contract/booking/quotes.ts'
import type { OfferedSpot } from '@openspot/contract/lots/lots.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { grants, type SpotPreferences } from '@/lib/spot-preferences.ts'
import { Choice } from '@/ui/choice.tsx'
import { Money } from '@/ui/money.tsx'
import { SpotChoice } from '@/ui/plan/spot-choice.tsx'
import { SpotPreferenceFields } from '@/ui/plan/spot-preferences.tsx'
import css from './lots.module.css'

/** Selects any spot, which is fastest, or a specific one with its own price. */
export function SpotPick({
  lot_id,
  spots,
  price,
  preferences,
  picked,
  onPreferences,
  onPick,
}: {
  lot_id: string
  spots: readonly OfferedSpot[]
  /** The price of any spot. */
  price: Price | null
  preferences: SpotPreferences
  picked: string | null
  onPreferences: (preferences: SpotPreferences) => void
  /** Null means any spot. */
  onPick: (spot_id: string | null) => void
}) {
  const t = useTranslations()
  const [looks, setLooks] = useState(picked !== null)
  const free = spots.filter((spot) => spot.is_free && grants(spot, preferences)).length
  const isAccessible = looks
    ? spots.find((spot) => spot.id === picked)?.type === 'ACCESSIBLE'
    : preferences.type === 'ACCESSIBLE'
  return (
    <div className={css.pick}>
      <Choice
        name="which"
        legend={t('lot.spots')}
        value={looks ? 'named' : 'any'}
        onChange={(which) => {
          setLooks(which === 'named')
          if (which === 'any') onPick(null)
        }}
        options={[
          {
            value: 'any',
            content: (
              <span className={css.pickText}>
                <strong>{t('lot.anyTitle')}</strong>
                <span>
                  {free > 0 || price === null
                    ? t('lot.anyText', { count: free })
                    : t('lot.anyText', { count: 1 })}
                </span>
              </span>
            ),
            aside: price ? (
              <span className={css.pickPrice}>
                <Money cents={price.total_cents} currency={price.currency} />
              </span>
            ) : null,
          },
          {
            value: 'named',
            content: (
              <span className={css.pickText}>
                <strong>{t('lot.namedTitle')}</strong>
                <span>{t('lot.namedText')}</span>
              </span>
            ),
          },
        ]}
      />
      {looks ? (
        <SpotChoice lot_id={lot_id} spots={spots} chosen={picked} onChoose={onPick} />
      ) : (
        <SpotPreferenceFields spots={spots} preferences={preferences} onChange={onPreferences} />
      )}
      {isAccessible ? (
        <p className={css.permit} role="status">
          {t('lot.permitNeeded')}
        </p>
      ) : null}
    </div>
  )
}

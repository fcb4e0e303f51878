'use client'
import type { SearchResult } from '@openspot/contract/lots/lots.ts'
import type { SpotFeature } from '@openspot/core/enums.ts'
import { useTranslations } from 'use-intl'
import css from './result-card.module.css'

/** The features that drivers compare lots by; of those that mean the same, the first. */
const compared: readonly (readonly SpotFeature[])[] = [
  ['INDOOR', 'COVERED', 'CARPORT'],
  ['EV_CHARGER', 'SHARED_EV_CHARGER'],
  ['GATED'],
  ['HIGH_CLEARANCE'],
]

/** What the lot has, in a few words. */
export function ResultBadges({ lot }: { lot: SearchResult['lot'] }) {
  const t = useTranslations()
  const features = compared.flatMap((alike) => alike.find((one) => lot.spot_features.includes(one)) ?? [])
  const badges = [
    ...(lot.opening_hours === null ? [t('search.badges.allHours')] : []),
    ...features.map((feature) => t(`spot.features.${feature}`)),
  ]
  if (badges.length === 0) return null
  return (
    <ul className={css.badges}>
      {badges.map((badge) => (
        <li key={badge}>{badge}</li>
      ))}
    </ul>
  )
}

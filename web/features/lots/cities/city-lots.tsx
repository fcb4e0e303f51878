import type { CityLot } from '@openspot/contract/lots/cities.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { distanceText } from '@/ui/figures.ts'
import { moneyText } from '@/ui/money.tsx'
import css from './cities.module.css'

/** Lots with their rates, and how far they are from the place of the page if it has one. */
export function CityLots({ lots }: { lots: readonly (CityLot & { distance_m?: number })[] }) {
  return (
    <ul className={css.lots}>
      {lots.map((lot) => (
        <li key={lot.public_id}>
          <Link href={`/l/${lot.public_id}`} prefetch={false}>
            <bdi>{lot.name}</bdi>
          </Link>
          {lot.street === null ? null : (
            <span className={css.fact}>
              <bdi>{lot.street}</bdi>
            </span>
          )}
          <LotFacts lot={lot} />
        </li>
      ))}
    </ul>
  )
}

function LotFacts({ lot }: { lot: CityLot & { distance_m?: number } }) {
  const t = useTranslations()
  const facts = [
    ...(lot.distance_m === undefined
      ? []
      : [t('cities.away', { distance: distanceText(t, lot.distance_m) })]),
    ...(lot.hour_cents === null
      ? []
      : [t('cities.hour', { amount: moneyText(t, lot.hour_cents, lot.currency) })]),
    ...(lot.day_cents === null
      ? []
      : [t('cities.day', { amount: moneyText(t, lot.day_cents, lot.currency) })]),
    t('cities.spots', { count: lot.spot_count }),
  ]
  return <span className={css.fact}>{facts.join(' · ')}</span>
}

import type { Output } from '@openspot/contract/call.ts'
import type { getPlacePageRoute } from '@openspot/contract/lots/place-pages.ts'
import { NEAR_METERS } from '@openspot/core/places/near.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { cityPath } from '@/lib/paths.ts'
import { distanceText } from '@/ui/figures.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import css from './cities.module.css'
import { CityLots } from './city-lots.tsx'

type Place = Output<typeof getPlacePageRoute>

export const placeTitle = (t: Translate, { kind, name, city }: Place): string =>
  kind === 'NEIGHBORHOOD'
    ? t('cities.placeIn', { place: name, city })
    : t('cities.placeNear', { place: name })

/** A neighborhood or landmark with the lots near it, and the way to search for a time. */
export function PlaceScreen({ place }: { place: Place }) {
  const t = useTranslations()
  const search = new URLSearchParams({
    place: place.name,
    lat: place.lat.toFixed(5),
    lng: place.lng.toFixed(5),
  })
  return (
    <PublicShell>
      <div className={css.page}>
        <header>
          <h1>{placeTitle(t, place)}</h1>
          <p>{t('cities.placeText', { lots: place.lots.length, distance: distanceText(t, NEAR_METERS) })}</p>
          <Link className={css.find} href={`/?${search}`} prefetch={false}>
            {t('cities.find')}
          </Link>
        </header>
        <CityLots lots={place.lots} />
        <Link href={cityPath(place.city_path)} prefetch={false}>
          {t('cities.cityLink', { city: place.city })}
        </Link>
      </div>
    </PublicShell>
  )
}

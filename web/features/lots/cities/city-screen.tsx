import type { Output } from '@openspot/contract/call.ts'
import type { CityLot, getCityRoute } from '@openspot/contract/lots/cities.ts'
import type { PlacePage } from '@openspot/contract/lots/place-pages.ts'
import type { PlacePageKind } from '@openspot/core/enums.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { cityPath } from '@/lib/paths.ts'
import { moneyText } from '@/ui/money.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import css from './cities.module.css'
import { CityLots } from './city-lots.tsx'
import { cityName } from './city-name.ts'

const groups: [group: 'landmarks' | 'neighborhoods' | 'stations', kinds: PlacePageKind[]][] = [
  ['landmarks', ['LANDMARK', 'VENUE']],
  ['neighborhoods', ['NEIGHBORHOOD']],
  ['stations', ['AIRPORT', 'STATION']],
]

/** A city with its largest lots, its places with pages of their own, and the way to search for a time. */
export function CityScreen({
  city,
  places,
}: {
  city: Output<typeof getCityRoute>
  /** Places in the city with pages of their own. */
  places: readonly PlacePage[]
}) {
  const t = useTranslations()
  const cheapest = cheapestHour(city.lots)
  const search = new URLSearchParams({
    place: cityName(city),
    lat: city.lat.toFixed(5),
    lng: city.lng.toFixed(5),
  })
  return (
    <PublicShell hasFooter>
      <div className={css.page}>
        <header>
          <h1>{t('cities.cityTitle', { city: cityName(city) })}</h1>
          <p>
            {t('cities.cityText', { lots: city.lot_count, spots: city.spot_count })}
            {cheapest
              ? ` ${t('cities.from', { amount: moneyText(t, cheapest.hour_cents ?? 0, cheapest.currency) })}`
              : null}
          </p>
          <Link className={css.find} href={`/?${search}`} prefetch={false}>
            {t('cities.find')}
          </Link>
        </header>
        <section>
          <h2>{t('cities.largest', { city: city.name })}</h2>
          <CityLots lots={city.lots} />
        </section>
        {groups.map(([group, kinds]) => {
          const members = places.filter(({ kind }) => kinds.includes(kind))
          return members.length === 0 ? null : (
            <section key={group}>
              <h2>{t(`cities.groups.${group}`, { city: city.name })}</h2>
              <ul className={css.places}>
                {members.map((place) => (
                  <li key={place.path}>
                    <Link href={cityPath(place.path)} prefetch={false}>
                      <bdi>{place.name}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
        <Link href="/parking" prefetch={false}>
          {t('cities.all')}
        </Link>
      </div>
    </PublicShell>
  )
}

/** Only among lots of one currency, because others can't be compared. */
function cheapestHour(lots: readonly CityLot[]): CityLot | null {
  const priced = lots.filter(({ hour_cents }) => hour_cents !== null)
  if (new Set(priced.map(({ currency }) => currency)).size !== 1) return null
  return priced.toSorted((a, b) => (a.hour_cents ?? 0) - (b.hour_cents ?? 0))[0] ?? null
}

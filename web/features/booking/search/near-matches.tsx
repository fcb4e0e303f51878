'use client'
import { listPlacesRoute, type Place } from '@openspot/contract/lots/lots.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { PlaceName } from './place-options.tsx'
import css from './search.module.css'
import { aroundPlace, type SearchQuery, searchPath } from './search-query.ts'

/** What was typed is no place and no lot that we know, as the heading says: offers places with a similar name. */
export function UnknownPlace({
  query,
  initial,
}: {
  query: SearchQuery
  /** The similar places that the server found. */
  initial: Place[] | undefined
}) {
  const t = useTranslations()
  const places = useApiQuery(
    listPlacesRoute,
    { query: { q: query.q } },
    initial ? { initialData: { items: initial, attribution: null } } : {},
  )
  const items = places.data?.items.filter(({ kind }) => kind !== 'LOT') ?? []
  return (
    <>
      <p className={css.quiet}>{t('search.emptyUnknown')}</p>
      {items.length > 0 ? (
        <section className={css.nearMatches} aria-labelledby="near-matches">
          <h3 id="near-matches">{t('search.nearMatches')}</h3>
          <ul>
            {items.slice(0, 5).map((place) => (
              <li key={`${place.kind} ${place.name} ${place.detail} ${place.lat}`}>
                <Link href={searchPath({ ...query, ...aroundPlace(place) })}>
                  <PlaceName place={place} /> <span>{place.detail}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}

'use client'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { distanceText } from '@/ui/figures.ts'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PriceChip } from './price-chip.tsx'
import css from './search.module.css'
import {
  ANYWHERE,
  MAX_DISTANCE_METERS,
  NEAREST,
  type SearchQuery,
  sorts,
  walkChoices,
} from './search-query.ts'
import { SpotChip } from './spot-chip.tsx'
import { VehicleChip } from './vehicle-chip.tsx'

/** The number of lots found, and where. */
function resultsText(t: Translate, { box, q, place }: SearchQuery, count: number, hasMore: boolean): string {
  const found = { count, more: String(hasMore) }
  if (box) return t('search.results.inBox', found)
  if (q && count === 0) return t('search.unknown', { q })
  if (q) return t('search.results.named', { ...found, q })
  return place ? t('search.results.near', { ...found, place }) : t('search.results.anywhere', found)
}

const withinText = (t: Translate, minutes: number): string =>
  minutes === NEAREST
    ? t('search.nearestLots')
    : minutes >= ANYWHERE
      ? t('search.withinRadius', { distance: distanceText(t, MAX_DISTANCE_METERS) })
      : t('search.within', { minutes })

/** Filters that read as a sentence: "12 lots near The Loop · Within 15 min on foot · Cheapest first". */
export function Filters({
  query,
  count,
  more,
  currency,
  onChange,
}: {
  query: SearchQuery
  count: number | null
  /** Whether there are further pages. */
  more: boolean
  currency: string
  onChange: (part: Partial<SearchQuery>) => void
}) {
  const t = useTranslations()
  const sortWords = {
    best: t('search.best'),
    price: t('search.cheapest'),
    distance: t('search.nearest'),
    walk: t('search.shortestWalk'),
  }
  const isMeasured = query.lat !== null || query.box !== ''
  return (
    <div className={css.filters}>
      <h2 className={css.count} aria-live="polite">
        {count === null ? t('common.loading') : resultsText(t, query, count, more)}
      </h2>
      <div className={css.chips}>
        {query.box && query.lat !== null ? (
          <button type="button" className={css.chip} data-on onClick={() => onChange({ box: '' })}>
            {t('search.leaveBox')}
          </button>
        ) : null}
        {query.box || query.q ? null : (
          <MenuChip
            label={t('search.walkLabel')}
            value={withinText(t, query.walk_minutes)}
            choices={walkChoices.map((minutes) => ({
              text: withinText(t, minutes),
              chosen: minutes === query.walk_minutes,
              choose: () => onChange({ walk_minutes: minutes }),
            }))}
          />
        )}
        <VehicleChip query={query} onChange={onChange} />
        <SpotChip query={query} onChange={onChange} />
        <PriceChip
          key={`${query.min_cents} ${query.max_cents}`}
          query={query}
          currency={currency}
          onChange={onChange}
        />
        {isMeasured ? (
          <MenuChip
            label={t('search.sort')}
            value={sortWords[query.sort]}
            choices={sorts.map((sort) => ({
              text: sortWords[sort],
              chosen: sort === query.sort,
              choose: () => onChange({ sort }),
            }))}
          />
        ) : null}
      </div>
      {query.types.includes('ACCESSIBLE') ? <p className={css.note}>{t('search.permitNeeded')}</p> : null}
    </div>
  )
}

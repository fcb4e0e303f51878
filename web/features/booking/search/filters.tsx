'use client'
import { useTranslations } from 'use-intl'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { words } from '@/words/index.ts'
import { PriceChip } from './price-chip.tsx'
import css from './search.module.css'
import { type SearchQuery, sorts, walkChoices } from './search-query.ts'
import { SpotChip } from './spot-chip.tsx'

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
  const say = words.search
  const sortWords = {
    price: t('search.cheapest'),
    distance: t('search.nearest'),
    walk: t('search.shortestWalk'),
  }
  const isMeasured = query.lat !== null || query.box !== ''
  const area = query.box
    ? t('search.inBox')
    : query.q
      ? t('search.named', { q: query.q })
      : query.place
        ? t('search.near', { place: query.place })
        : ''
  return (
    <div className={css.filters}>
      <h2 className={css.count} aria-live="polite">
        {count === null ? t('common.loading') : say.results(count, area, more)}
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
            value={say.within(query.walk_minutes)}
            choices={walkChoices.map((minutes) => ({
              text: say.within(minutes),
              chosen: minutes === query.walk_minutes,
              choose: () => onChange({ walk_minutes: minutes }),
            }))}
          />
        )}
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
    </div>
  )
}

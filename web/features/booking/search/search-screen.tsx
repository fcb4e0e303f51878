'use client'
import { Button, Drawer } from '@mantine/core'
import type { SearchResult } from '@openspot/contract/lots/lots.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { IconList, IconMap2, IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/router'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { leadHours, useCounted } from '@/lib/usage/count.ts'
import { LotMap } from '@/ui/map/lot-map.tsx'
import { moneyText } from '@/ui/money.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { reservationTimeText, useTimeFormat } from '@/ui/time.tsx'
import { Filters } from './filters.tsx'
import { ResultCard } from './result-card.tsx'
import { Results } from './results.tsx'
import css from './search.module.css'
import { SearchForm } from './search-form.tsx'
import { type SearchQuery, searchPath } from './search-query.ts'
import { type SearchPage, useSearch } from './use-search.ts'

/** Lots near a place for a time: a list and a map of the same results, in sync. */
export function SearchScreen({
  query,
  initial,
}: {
  query: SearchQuery
  /** The results of the server and their search. */
  initial: { path: string; page: SearchPage } | null
}) {
  const t = useTranslations()
  const router = useRouter()
  const { now, reader_zone } = useClock()
  const [chosen, setChosen] = useState<string | null>(null)
  const [showsMap, setShowsMap] = useState(false)
  const [editing, setEditing] = useState(false)
  const path = searchPath(query)
  const answer = useSearch(query, initial?.path === path ? initial.page : undefined)
  const pages = answer.data?.pages
  const results = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages])
  // The area to which the user moved the map; null while it still shows the search.
  const [moved, setMoved] = useState<string | null>(null)
  useCounted(
    'search',
    answer.isPlaceholderData ? null : path,
    pages
      ? {
          result_count: pages[0]?.items.length ?? 0,
          by_map: query.box !== '',
          lead_hours: leadHours(query.starts_at, now),
          is_monthly: query.ends_at === null,
        }
      : null,
  )
  const zone = results[0]?.lot.time_zone ?? reader_zone ?? 'UTC'
  const timeFormat = useTimeFormat(zone)
  const change = (part: Partial<SearchQuery>) => {
    setEditing(false)
    setMoved(null)
    void router.replace(searchPath({ ...query, ...part }), undefined, { shallow: true, scroll: false })
  }
  const lots = useMemo(() => results.map((value) => mapLotOf(t, value)), [results, t])
  const { lat, lng } = query
  const target = useMemo(() => (lat === null || lng === null ? null : { lat, lng }), [lat, lng])
  const chosenResult = results.find((result) => result.lot.id === chosen)

  const form = (tall: boolean) => (
    <SearchForm
      key={path}
      start={query}
      point={query}
      zone={zone}
      tall={tall}
      onSearch={(point, when) => change({ ...point, ...when })}
    />
  )
  return (
    <PublicShell wide below={<div className={css.strip}>{form(false)}</div>}>
      <h1 className="sr-only">{t('search.title')}</h1>
      <Button
        className={css.summary}
        variant="default"
        justify="flex-start"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        aria-label={t('search.edit')}
        onClick={() => setEditing(true)}
      >
        <span className={css.summaryText}>
          <strong>{areaText(t, query)}</strong>
          <span>{reservationTimeText(t, query, timeFormat)}</span>
        </span>
      </Button>
      <Drawer
        opened={editing}
        onClose={() => setEditing(false)}
        position="bottom"
        size="auto"
        title={t('search.edit')}
      >
        {form(true)}
      </Drawer>
      <div className={css.split} data-shows={showsMap ? 'map' : 'list'}>
        <div className={css.listSide}>
          <Filters
            query={query}
            count={answer.data ? results.length : null}
            more={answer.hasNextPage}
            currency={results[0]?.price.currency ?? 'USD'}
            onChange={change}
          />
          <Results
            answer={answer}
            results={results}
            query={query}
            chosen={chosen}
            onPoint={setChosen}
            onChange={change}
          />
        </div>
        <div className={css.mapSide}>
          <LotMap
            lots={lots}
            chosen={chosen}
            onChoose={setChosen}
            target={target}
            box={query.box}
            onMoved={setMoved}
          />
          {moved !== null ? (
            <Button
              className={css.searchHere}
              radius="xl"
              disabled={moved === ''}
              onClick={() => change({ box: moved, q: '' })}
            >
              {moved === '' ? t('search.hereTooWide') : t('search.here')}
            </Button>
          ) : null}
          {showsMap && chosenResult ? (
            <div className={css.mapCard}>
              <ResultCard result={chosenResult} query={query} chosen={false} onPoint={() => {}} />
            </div>
          ) : null}
        </div>
        <Button
          className={css.toggle}
          radius="xl"
          color="dark"
          leftSection={
            showsMap ? <IconList size={18} aria-hidden="true" /> : <IconMap2 size={18} aria-hidden="true" />
          }
          onClick={() => setShowsMap(!showsMap)}
        >
          {showsMap ? t('search.list') : t('search.map')}
        </Button>
      </div>
    </PublicShell>
  )
}

const areaText = (t: Translate, { box, q, place }: SearchQuery) =>
  box ? t('search.inBoxTitle') : q || place || t('search.where')

const mapLotOf = (t: Translate, { lot, price }: SearchResult) => ({
  id: lot.id,
  name: lot.name,
  lat: lot.lat,
  lng: lot.lng,
  boundary: lot.boundary,
  label: moneyText(t, price.total_cents, price.currency),
  cents: price.total_cents,
})

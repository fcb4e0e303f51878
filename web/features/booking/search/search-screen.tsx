'use client'
import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Place, SearchResult } from '@openspot/contract/lots/lots.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { IconList, IconMap2, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { replaceAddress } from '@/lib/replace-address.ts'
import { leadHours, useCounted } from '@/lib/usage/count.ts'
import { LotMap, type MapPoint } from '@/ui/map/lot-map.tsx'
import { moneyText } from '@/ui/money.tsx'
import { PublicHead } from '@/ui/public-head.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { reservationTimeText, useTimeFormat } from '@/ui/time.tsx'
import { Filters } from './filters.tsx'
import { ResultCard } from './result-card.tsx'
import { Results } from './results.tsx'
import css from './search.module.css'
import { SearchForm } from './search-form.tsx'
import { type SearchQuery, searchPath } from './search-query.ts'
import { ShowMe } from './show-me.tsx'
import { type SearchPage, useSearch } from './use-search.ts'

/** Lots near a place for a time: a list and a map of the same results, in sync. */
export function SearchScreen({
  requested,
  initial,
  isPast,
}: {
  /** The search of the address with which the page was opened. */
  requested: SearchQuery
  /** The results of the server and their search, and the places with a similar name if there are none. */
  initial: { path: string; page: SearchPage; similar: Place[] | null } | null
  /** Whether the link named a time that has passed. */
  isPast: boolean
}) {
  const t = useTranslations()
  const [query, setQuery] = useState(requested)
  const { now, reader_zone } = useClock()
  const [chosen, setChosen] = useState<string | null>(null)
  const [showsMap, setShowsMap] = useState(false)
  const [editing, setEditing] = useState(false)
  const [position, setPosition] = useState<MapPoint | null>(null)
  // On a phone, the map and its code are loaded only when the person asks for the map.
  const isWide = useMediaQuery('(min-width: 60em)')
  const path = searchPath(query)
  const ofServer = initial?.path === path ? initial : undefined
  const answer = useSearch(query, ofServer?.page)
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
  const zone = results[0]?.lot.time_zone ?? (query.zone || reader_zone || 'UTC')
  const timeFormat = useTimeFormat(zone)
  const change = (part: Partial<SearchQuery>) => {
    setEditing(false)
    setMoved(null)
    const next = { ...query, ...part }
    setQuery(next)
    replaceAddress(searchPath(next))
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
      <PublicHead {...headOf(t, query)} path={null} />
      <h1 className="sr-only">{t('search.title')}</h1>
      <Button
        className={css.summary}
        variant="default"
        justify="flex-start"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setEditing(true)}
      >
        <span className="sr-only">{t('search.edit')}</span>
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
          {isPast && query === requested ? (
            <p className={css.note} role="status">
              {t('search.passed')}
            </p>
          ) : null}
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
            similar={ofServer?.similar ?? undefined}
          />
        </div>
        <div className={css.mapSide}>
          {isWide || showsMap ? (
            <LotMap
              lots={lots}
              chosen={chosen}
              onChoose={setChosen}
              target={target}
              position={position}
              box={query.box}
              onMoved={setMoved}
            />
          ) : (
            <div className={css.waitingMap} />
          )}
          <ShowMe onFound={setPosition} />
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
              <h2 className="sr-only">{t('search.onMap')}</h2>
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

function headOf(t: Translate, { box, q, place: named }: SearchQuery) {
  const place = box ? '' : q || named
  return place
    ? { title: t('search.pageTitle', { place }), description: t('search.pageText', { place }) }
    : { title: t('search.title'), description: t('search.heroText') }
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

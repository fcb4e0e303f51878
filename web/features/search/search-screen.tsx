'use client'
import { Button, Drawer } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import { type SearchResult, search } from '@openspot/contract/lots.ts'
import { sayStay } from '@openspot/core/time/say.ts'
import { IconList, IconMap2, IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/router'
import { useMemo, useState } from 'react'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAsk } from '@/lib/use-api.ts'
import { LotMap } from '@/ui/map/lot-map.tsx'
import { moneyText } from '@/ui/money.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { useSaying } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import { Filters } from './filters.tsx'
import { ResultCard } from './result-card.tsx'
import { Results } from './results.tsx'
import css from './search.module.css'
import { SearchForm } from './search-form.tsx'
import { ANYWHERE, type SearchQuery, searchInput, searchPath } from './search-query.ts'

/** Lots near a place for a time: list and map of the same answer, moving together. */
export function SearchScreen({
  query,
  initial,
}: {
  query: SearchQuery
  /** What the server found, and for which search. */
  initial: { path: string; page: Output<typeof search> } | null
}) {
  const router = useRouter()
  const { reader_zone } = useClock()
  const [chosen, setChosen] = useState<string | null>(null)
  const [showsMap, setShowsMap] = useState(false)
  const [editing, setEditing] = useState(false)
  const path = searchPath(query)
  const answer = useAsk(search, searchInput(query), {
    keep: true,
    everySeconds: 60,
    initialData: initial?.path === path ? initial.page : undefined,
  })
  const found = answer.data?.items
  const results = useMemo(() => found ?? [], [found])
  const zone = results[0]?.lot.time_zone ?? reader_zone ?? 'UTC'
  const saying = useSaying(zone)
  const change = (part: Partial<SearchQuery>) => {
    setEditing(false)
    void router.replace(searchPath({ ...query, ...part }), undefined, { shallow: true, scroll: false })
  }
  const lots = useMemo(() => results.map(mapLotOf), [results])
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
      <h1 className="sr-only">{words.search.title}</h1>
      <Button
        className={css.summary}
        variant="default"
        justify="flex-start"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        aria-label={words.search.edit}
        onClick={() => setEditing(true)}
      >
        <span className={css.summaryText}>
          <strong>{query.place || words.search.where}</strong>
          <span>{sayStay(query, saying)}</span>
        </span>
      </Button>
      <Drawer
        opened={editing}
        onClose={() => setEditing(false)}
        position="bottom"
        size="auto"
        title={words.search.edit}
      >
        {form(true)}
      </Drawer>
      <div className={css.split} data-shows={showsMap ? 'map' : 'list'}>
        <div className={css.listSide}>
          <Filters query={query} count={answer.data ? results.length : null} onChange={change} />
          <Results
            answer={answer}
            query={query}
            chosen={chosen}
            onPoint={setChosen}
            onWider={() => change({ walk_minutes: ANYWHERE })}
          />
        </div>
        <div className={css.mapSide}>
          <LotMap lots={lots} chosen={chosen} onChoose={setChosen} target={query} />
          {showsMap && chosenResult ? (
            <div className={css.mapCard}>
              <ResultCard result={chosenResult} when={whenOf(query)} chosen={false} onPoint={() => {}} />
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
          {showsMap ? words.search.list : words.search.map}
        </Button>
      </div>
    </PublicShell>
  )
}

export const whenOf = ({ starts_at, ends_at }: SearchQuery) => ({ starts_at, ends_at })

const mapLotOf = ({ lot, price }: SearchResult) => ({
  id: lot.id,
  name: lot.name,
  lat: lot.lat,
  lng: lot.lng,
  boundary: lot.boundary,
  label: moneyText(price.total_cents, price.currency),
  cents: price.total_cents,
})

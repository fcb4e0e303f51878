'use client'
import { Button } from '@mantine/core'
import type { Place, SearchResult } from '@openspot/contract/lots/lots.ts'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '@/ui/states.tsx'
import { UnknownPlace } from './near-matches.tsx'
import { ResultCard } from './result-card.tsx'
import css from './search.module.css'
import { ANYWHERE, NEAREST, noPreferences, type SearchQuery } from './search-query.ts'
import type { SearchAnswer } from './use-search.ts'

/** The list of results in each of its states. */
export function Results({
  answer,
  results,
  query,
  chosen,
  onPoint,
  onChange,
  similar,
}: {
  answer: SearchAnswer
  results: readonly SearchResult[]
  query: SearchQuery
  chosen: string | null
  onPoint: (id: string | null) => void
  onChange: (part: Partial<SearchQuery>) => void
  /** Places with a name like what was searched for, as the server found them. */
  similar: Place[] | undefined
}) {
  const t = useTranslations()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The list scrolls to a lot selected on the map. One selected in the list is already visible, so nothing moves.
    const item = list.current?.querySelector(`[data-lot="${chosen}"]`)
    item?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  if (answer.isError && !answer.data)
    return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  if (!answer.data) return <ListSkeleton rows={5} />
  if (results.length === 0 && query.q && !isFiltered(query))
    return <UnknownPlace query={query} initial={similar} />
  if (results.length === 0) return <NothingFound query={query} onChange={onChange} />
  return (
    <>
      <ul className={css.results} ref={list} data-stale={answer.isPlaceholderData || undefined}>
        {results.map((result) => (
          <li key={result.lot.id} data-lot={result.lot.id}>
            <ResultCard result={result} query={query} chosen={result.lot.id === chosen} onPoint={onPoint} />
          </li>
        ))}
      </ul>
      {answer.hasNextPage ? (
        <Button
          className={css.moreButton}
          variant="default"
          fullWidth
          loading={answer.isFetchingNextPage}
          onClick={() => void answer.fetchNextPage()}
        >
          {t('search.more')}
        </Button>
      ) : null}
    </>
  )
}

const isFiltered = ({ types, features, min_cents, max_cents }: SearchQuery): boolean =>
  types.length > 0 || features.length > 0 || min_cents !== null || max_cents !== null

/** No free spots: offers to remove whatever filter is in the way. */
function NothingFound({
  query,
  onChange,
}: {
  query: SearchQuery
  onChange: (part: Partial<SearchQuery>) => void
}) {
  const t = useTranslations()
  const action = isFiltered(query)
    ? { word: t('search.clearAll'), part: noPreferences }
    : query.box && query.lat !== null
      ? { word: t('search.leaveBox'), part: { box: '' } }
      : !query.box && !query.q && query.walk_minutes !== NEAREST && query.walk_minutes < ANYWHERE
        ? { word: t('search.wider'), part: { walk_minutes: ANYWHERE } }
        : null
  return (
    <EmptyState
      title={t('search.emptyTitle')}
      text={isFiltered(query) ? t('search.emptyFiltered') : t('search.emptyText')}
      action={
        action ? (
          <Button variant="default" onClick={() => onChange(action.part)}>
            {action.word}
          </Button>
        ) : null
      }
    />
  )
}

'use client'
import { Button } from '@mantine/core'
import type { CallError, Output } from '@openspot/contract/call.ts'
import type { search } from '@openspot/contract/lots.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import { ResultCard } from './result-card.tsx'
import css from './search.module.css'
import { ANYWHERE, type SearchQuery } from './search-query.ts'

/** The list of the answer, in each of its states. */
export function Results({
  answer,
  query,
  chosen,
  onPoint,
  onWider,
}: {
  answer: UseQueryResult<Output<typeof search>, CallError>
  query: SearchQuery
  chosen: string | null
  onPoint: (id: string | null) => void
  onWider: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Chosen on the map: the list follows. Chosen in the list, it is in view already and nothing moves.
    const item = list.current?.querySelector(`[data-lot="${chosen}"]`)
    item?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  if (answer.isError && !answer.data)
    return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  if (!answer.data) return <ListSkeleton rows={5} />
  if (answer.data.items.length === 0) {
    return (
      <EmptyState
        title={words.search.emptyTitle}
        text={words.search.emptyText}
        action={
          query.walk_minutes < ANYWHERE ? (
            <Button variant="default" onClick={onWider}>
              {words.search.wider}
            </Button>
          ) : null
        }
      />
    )
  }
  const when = { starts_at: query.starts_at, ends_at: query.ends_at }
  return (
    <ul className={css.results} ref={list} data-stale={answer.isPlaceholderData || undefined}>
      {answer.data.items.map((result) => (
        <li key={result.lot.id} data-lot={result.lot.id}>
          <ResultCard result={result} when={when} chosen={result.lot.id === chosen} onPoint={onPoint} />
        </li>
      ))}
    </ul>
  )
}

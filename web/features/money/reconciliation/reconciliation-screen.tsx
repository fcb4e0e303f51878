'use client'
import { Button } from '@mantine/core'
import { listDifferencesRoute } from '@openspot/contract/money/reconciliation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClock } from '@/lib/clock-provider.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import { Lists } from './lists.tsx'
import css from './reconciliation.module.css'
import { useLastRun, useRunNow } from './use-reconciliation.ts'

/** The reconciliation with the card provider: discrepancies and how they were settled. */
export function ReconciliationScreen() {
  const say = words.platform.reconciliation
  const { run, isUnderWay } = useLastRun()
  const start = useRunNow()
  const queries = useQueryClient()
  // Reload the discrepancies when a comparison has finished.
  const ended = run?.finished_at ?? null
  useEffect(() => {
    if (ended !== null) void queries.invalidateQueries({ queryKey: [listDifferencesRoute.url] })
  }, [ended, queries])
  return (
    <>
      <PageHead
        title={say.title}
        text={say.text}
        action={
          <Button loading={start.isPending} disabled={isUnderWay} onClick={() => start.mutate({})}>
            {say.run}
          </Button>
        }
      />
      <div className={css.screen}>
        {start.error ? <Note tone="bad" title={start.error.message} /> : null}
        {isUnderWay ? (
          <Note tone="plain" title={say.running}>
            <p>{say.runningText}</p>
          </Note>
        ) : (
          <LastRun />
        )}
        <Lists />
      </div>
    </>
  )
}

function LastRun() {
  const say = words.platform.reconciliation
  const { reader_zone = 'UTC' } = useClock()
  const { run, runs } = useLastRun()
  if (!runs.data) return null
  if (!run) return <p className={css.quiet}>{say.never}</p>
  if (run.finished_at === null) return <Note title={say.cutOff} />
  return (
    <p className={css.quiet} aria-live="polite">
      {say.last} <Moment at={run.finished_at} zone={reader_zone} inside /> · {say.lines(run.transactions)}
    </p>
  )
}

'use client'
import { Button } from '@mantine/core'
import { listDifferencesRoute } from '@openspot/contract/money/reconciliation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { reloadQueries } from '@/lib/reload-queries.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { Lists } from './lists.tsx'
import css from './reconciliation.module.css'
import { useLastRun, useRunNow } from './use-reconciliation.ts'

/** The reconciliation with the card provider: discrepancies and how they were settled. */
export function ReconciliationScreen() {
  const t = useTranslations()
  const { run, isUnderWay } = useLastRun()
  const start = useRunNow()
  const queries = useQueryClient()
  // Reload the discrepancies when a comparison has finished.
  const ended = run?.finished_at ?? null
  useEffect(() => {
    if (ended !== null) void reloadQueries(queries, [listDifferencesRoute])
  }, [ended, queries])
  return (
    <>
      <PageHead
        title={t('platform.reconciliation.title')}
        text={t('platform.reconciliation.text')}
        action={
          <Button loading={start.isPending} disabled={isUnderWay} onClick={() => start.mutate({})}>
            {t('platform.reconciliation.run')}
          </Button>
        }
      />
      <div className={css.screen}>
        {start.error ? <Note tone="bad" title={start.error.message} /> : null}
        {isUnderWay ? (
          <Note tone="plain" title={t('platform.reconciliation.running')}>
            <p>{t('platform.reconciliation.runningText')}</p>
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
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const { run, runs } = useLastRun()
  if (!runs.data) return null
  if (!run) return <p className={css.quiet}>{t('platform.reconciliation.never')}</p>
  if (run.finished_at === null) return <Note title={t('platform.reconciliation.cutOff')} />
  return (
    <p className={css.quiet} aria-live="polite">
      {t.rich('platform.reconciliation.last', {
        time: tag(<Moment at={run.finished_at} zone={reader_zone} inside />),
      })}
      {' · '}
      {t('platform.reconciliation.lines', { count: run.transactions })}
    </p>
  )
}

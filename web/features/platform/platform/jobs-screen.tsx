'use client'
import { Button } from '@mantine/core'
import { type FailedJob, listFailedJobsRoute } from '@openspot/contract/platform/jobs.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { failedJobStates } from '@openspot/core/job-states.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { jobColumns } from './job-columns.tsx'
import { JobDialog, type PendingJobAction } from './job-dialog.tsx'
import { taskName } from './task-name.ts'

/** Failed and given-up jobs, which can be retried or discarded. */
export function JobsScreen() {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [{ state, task }, change] = useAddress(['state', 'task'])
  const [pending, setPending] = useState<PendingJobAction | null>(null)
  const shown = isOneOf(failedJobStates, state) ? state : null
  const filter = { ...(shown ? { state: shown } : {}), ...(task ? { task } : {}) }
  const pages = usePages(
    listFailedJobsRoute,
    (page) => ({ query: { ...page, ...filter } }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin', everySeconds: 15 },
  )
  const isNarrowed = shown !== null || task !== null
  const clear = () => change({ state: null, task: null })
  const isAny = (pages.data?.pages[0]?.items.length ?? 0) > 0
  return (
    <>
      <PageHead title={t('jobs.title')} text={t('jobs.text')} />
      <PagedList<FailedJob>
        label={t('jobs.title')}
        pages={pages}
        columns={jobColumns(t, {
          zone: reader_zone,
          onAction: setPending,
          onTask: (only) => change({ task: only }),
        })}
        more={t('jobs.more')}
        bar={
          <>
            <MenuChip
              label={t('jobs.state')}
              value={shown === null ? t('jobs.anyState') : t(`jobs.states.${shown}`)}
              choices={[null, ...failedJobStates].map((value) => ({
                text: value === null ? t('jobs.anyState') : t(`jobs.states.${value}`),
                chosen: value === shown,
                choose: () => change({ state: value }),
              }))}
            />
            {task === null ? null : (
              <>
                <span>{t('jobs.onlyTask', { task: taskName(t, task) })}</span>
                <Button variant="default" size="compact-md" onClick={clear}>
                  {t('jobs.showAll')}
                </Button>
                <BarSpace />
                {isAny ? (
                  <Button variant="default" onClick={() => setPending({ action: 'retry_all', task })}>
                    {t('jobs.retryAll', { task: taskName(t, task) })}
                  </Button>
                ) : null}
              </>
            )}
          </>
        }
        empty={
          isNarrowed ? (
            <EmptyState
              title={t('jobs.noneTitle')}
              text={t('jobs.noneText')}
              action={
                <Button variant="default" onClick={clear}>
                  {t('jobs.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState title={t('jobs.emptyTitle')} text={t('jobs.emptyText')} />
          )
        }
      />
      {pending ? <JobDialog pending={pending} onClose={() => setPending(null)} /> : null}
    </>
  )
}

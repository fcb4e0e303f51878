'use client'
import { Button } from '@mantine/core'
import { type FailedJob, listFailedJobsRoute } from '@openspot/contract/platform/jobs.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { failedJobStates } from '@openspot/core/job-states.ts'
import { useState } from 'react'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import { jobColumns } from './job-columns.tsx'
import { JobDialog, type PendingJobAction } from './job-dialog.tsx'

const say = words.jobs

/** Failed and given-up jobs, which can be retried or discarded. */
export function JobsScreen() {
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
      <PageHead title={say.title} text={say.text} />
      <PagedList<FailedJob>
        label={say.title}
        pages={pages}
        columns={jobColumns({
          zone: reader_zone,
          onAction: setPending,
          onTask: (only) => change({ task: only }),
        })}
        more={say.more}
        bar={
          <>
            <MenuChip
              label={say.state}
              value={shown === null ? say.anyState : say.states[shown]}
              choices={[null, ...failedJobStates].map((value) => ({
                text: value === null ? say.anyState : say.states[value],
                chosen: value === shown,
                choose: () => change({ state: value }),
              }))}
            />
            {task === null ? null : (
              <>
                <span>{say.onlyTask(task)}</span>
                <Button variant="default" size="compact-md" onClick={clear}>
                  {say.showAll}
                </Button>
                <BarSpace />
                {isAny ? (
                  <Button variant="default" onClick={() => setPending({ action: 'retry_all', task })}>
                    {say.retryAll(task)}
                  </Button>
                ) : null}
              </>
            )}
          </>
        }
        empty={
          isNarrowed ? (
            <EmptyState
              title={say.noneTitle}
              text={say.noneText}
              action={
                <Button variant="default" onClick={clear}>
                  {say.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={say.emptyTitle} text={say.emptyText} />
          )
        }
      />
      {pending ? <JobDialog pending={pending} onClose={() => setPending(null)} /> : null}
    </>
  )
}

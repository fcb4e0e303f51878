'use client'
import { notifications } from '@mantine/notifications'
import {
  discardJobRoute,
  type FailedJob,
  getPlatformOverviewRoute,
  listFailedJobsRoute,
  retryJobRoute,
  retryJobsRoute,
} from '@openspot/contract/platform/jobs.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { taskName } from './task-name.ts'

/** The requested action on one job, or on all failed jobs of a task. */
export type PendingJobAction =
  | { action: 'retry' | 'discard'; job: FailedJob }
  | { action: 'retry_all'; task: string }

/** Confirms retrying or discarding a job. */
export function JobDialog({ pending, onClose }: { pending: PendingJobAction; onClose: () => void }) {
  const t = useTranslations()
  const options = { client: 'admin', refresh: [listFailedJobsRoute, getPlatformOverviewRoute] } as const
  const retry = useApiMutation(retryJobRoute, options)
  const discard = useApiMutation(discardJobRoute, options)
  const retryAll = useApiMutation(retryJobsRoute, options)
  const done = (message: string) => {
    notifications.show({ message })
    onClose()
  }
  const frame = { opened: true, no: t('jobs.keep'), onClose }
  if (pending.action === 'retry_all') {
    const { task } = pending
    const go = () =>
      retryAll.mutate(
        { body: { task } },
        { onSuccess: ({ retried }) => done(t('jobs.retried', { count: retried })) },
      )
    return (
      <ConfirmDialog
        {...frame}
        isHarmless
        title={t('jobs.retryAllTitle', { task: taskName(t, task) })}
        text={t('jobs.retryAllText')}
        yes={t('jobs.retryAllGo')}
        isBusy={retryAll.isPending}
        error={retryAll.error}
        onYes={go}
      />
    )
  }
  const { id: job_id } = pending.job
  const task = taskName(t, pending.job.task)
  const isDiscard = pending.action === 'discard'
  const send = isDiscard ? discard : retry
  return (
    <ConfirmDialog
      {...frame}
      isHarmless={!isDiscard}
      title={
        isDiscard ? t('jobs.discardTitle', { task, id: job_id }) : t('jobs.retryTitle', { task, id: job_id })
      }
      text={isDiscard ? t('jobs.discardText') : t('jobs.retryText')}
      yes={isDiscard ? t('jobs.discardGo') : t('jobs.retryGo')}
      isBusy={send.isPending}
      error={send.error}
      onYes={() =>
        send.mutate(
          { params: { job_id } },
          { onSuccess: () => done(isDiscard ? t('jobs.discarded') : t('jobs.retried', { count: 1 })) },
        )
      }
    />
  )
}

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
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { words } from '@/words/index.ts'

const say = words.jobs

/** The requested action on one job, or on all failed jobs of a task. */
export type PendingJobAction =
  | { action: 'retry' | 'discard'; job: FailedJob }
  | { action: 'retry_all'; task: string }

/** Confirms retrying or discarding a job. */
export function JobDialog({ pending, onClose }: { pending: PendingJobAction; onClose: () => void }) {
  const options = { client: 'admin', refresh: [listFailedJobsRoute, getPlatformOverviewRoute] } as const
  const retry = useApiMutation(retryJobRoute, options)
  const discard = useApiMutation(discardJobRoute, options)
  const retryAll = useApiMutation(retryJobsRoute, options)
  const done = (message: string) => {
    notifications.show({ message })
    onClose()
  }
  const frame = { opened: true, no: say.keep, onClose }
  if (pending.action === 'retry_all') {
    const { task } = pending
    const go = () =>
      retryAll.mutate({ body: { task } }, { onSuccess: ({ retried }) => done(say.retried(retried)) })
    return (
      <ConfirmDialog
        {...frame}
        isHarmless
        title={say.retryAllTitle(task)}
        text={say.retryAllText}
        yes={say.retryAllGo}
        isBusy={retryAll.isPending}
        error={retryAll.error}
        onYes={go}
      />
    )
  }
  const { task, id: job_id } = pending.job
  const isDiscard = pending.action === 'discard'
  const send = isDiscard ? discard : retry
  return (
    <ConfirmDialog
      {...frame}
      isHarmless={!isDiscard}
      title={isDiscard ? say.discardTitle(task, job_id) : say.retryTitle(task, job_id)}
      text={isDiscard ? say.discardText : say.retryText}
      yes={isDiscard ? say.discardGo : say.retryGo}
      isBusy={send.isPending}
      error={send.error}
      onYes={() =>
        send.mutate(
          { params: { job_id } },
          { onSuccess: () => done(isDiscard ? say.discarded : say.retried(1)) },
        )
      }
    />
  )
}

import { Button } from '@mantine/core'
import type { FailedJob } from '@openspot/contract/platform/jobs.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { Column } from '@/ui/data-table.tsx'
import { RowButton } from '@/ui/row-button.tsx'
import { ShortText } from '@/ui/short-text.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import type { PendingJobAction } from './job-dialog.tsx'
import css from './platform.module.css'
import { taskName } from './task-name.ts'

export const jobColumns = (
  t: Translate,
  {
    zone,
    onAction,
    onTask,
  }: {
    zone: string
    onAction: (action: PendingJobAction) => void
    onTask: (task: string) => void
  },
): Column<FailedJob>[] => [
  {
    key: 'task',
    head: t('jobs.columns.task'),
    // Logs and alerts name a job by its code name.
    cell: ({ task }) => (
      <span className={css.task}>
        <RowButton onClick={() => onTask(task)}>{taskName(t, task)}</RowButton>
        <code>{task}</code>
      </span>
    ),
  },
  {
    key: 'state',
    head: t('jobs.columns.state'),
    cell: ({ state, is_running }) => (
      <StatusWord tone={is_running ? 'now' : state === 'GIVEN_UP' ? 'bad' : 'ahead'}>
        {is_running ? t('jobs.running') : t(`jobs.states.${state}`)}
      </StatusWord>
    ),
  },
  {
    key: 'actions',
    head: t('jobs.columns.actions'),
    cell: (job) => (
      <span className={css.deeds}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={job.is_running}
          aria-label={t('jobs.retryOf', { id: job.id })}
          onClick={() => onAction({ action: 'retry', job })}
        >
          {t('jobs.retry')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={job.is_running}
          aria-label={t('jobs.discardOf', { id: job.id })}
          onClick={() => onAction({ action: 'discard', job })}
        >
          {t('jobs.discard')}
        </Button>
      </span>
    ),
  },
  {
    key: 'attempts',
    head: t('jobs.columns.attempts'),
    isFigure: true,
    cell: ({ attempts, max_attempts }) => t('jobs.attempts', { attempts, most: max_attempts }),
  },
  {
    key: 'reason',
    head: t('jobs.columns.reason'),
    isText: true,
    cell: ({ reason }) =>
      reason === null ? <span className={css.quiet}>{t('jobs.noReason')}</span> : reason,
  },
  {
    key: 'next',
    head: t('jobs.columns.next'),
    cell: ({ next_run_at }) =>
      next_run_at === null ? t('jobs.none') : <Moment at={next_run_at} zone={zone} />,
  },
  {
    key: 'created',
    head: t('jobs.columns.created'),
    cell: ({ created_at }) => <Moment at={created_at} zone={zone} />,
  },
  {
    key: 'subject',
    head: t('jobs.columns.subject'),
    cell: ({ subject }) => (
      <ShortText
        text={Object.entries(subject)
          .map(([name, id]) => `${name} ${id}`)
          .join(t('common.comma'))}
      />
    ),
  },
]

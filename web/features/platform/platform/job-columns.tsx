import { Button } from '@mantine/core'
import type { FailedJob } from '@openspot/contract/platform/jobs.ts'
import type { Column } from '@/ui/data-table.tsx'
import { RowButton } from '@/ui/row-button.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import type { PendingJobAction } from './job-dialog.tsx'
import css from './platform.module.css'

const say = words.jobs

export const jobColumns = ({
  zone,
  onAction,
  onTask,
}: {
  zone: string
  onAction: (action: PendingJobAction) => void
  onTask: (task: string) => void
}): Column<FailedJob>[] => [
  {
    key: 'task',
    head: say.columns.task,
    cell: ({ task }) => <RowButton onClick={() => onTask(task)}>{task}</RowButton>,
  },
  {
    key: 'state',
    head: say.columns.state,
    cell: ({ state, is_running }) => (
      <StatusWord tone={is_running ? 'now' : state === 'GIVEN_UP' ? 'bad' : 'ahead'}>
        {is_running ? say.running : say.states[state]}
      </StatusWord>
    ),
  },
  {
    key: 'actions',
    head: say.columns.actions,
    cell: (job) => (
      <span className={css.deeds}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={job.is_running}
          aria-label={say.retryOf(job.id)}
          onClick={() => onAction({ action: 'retry', job })}
        >
          {say.retry}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={job.is_running}
          aria-label={say.discardOf(job.id)}
          onClick={() => onAction({ action: 'discard', job })}
        >
          {say.discard}
        </Button>
      </span>
    ),
  },
  {
    key: 'attempts',
    head: say.columns.attempts,
    isFigure: true,
    cell: ({ attempts, max_attempts }) => say.attempts(attempts, max_attempts),
  },
  {
    key: 'reason',
    head: say.columns.reason,
    isText: true,
    cell: ({ reason }) => (reason === null ? <span className={css.quiet}>{say.noReason}</span> : reason),
  },
  {
    key: 'next',
    head: say.columns.next,
    cell: ({ next_run_at }) => (next_run_at === null ? say.none : <Moment at={next_run_at} zone={zone} />),
  },
  {
    key: 'created',
    head: say.columns.created,
    cell: ({ created_at }) => <Moment at={created_at} zone={zone} />,
  },
  {
    key: 'subject',
    head: say.columns.subject,
    cell: ({ subject }) =>
      Object.entries(subject)
        .map(([name, id]) => `${name} ${id}`)
        .join(', '),
  },
]

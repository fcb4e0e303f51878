import type { ErrorGroup } from '@openspot/contract/platform/error-monitoring.ts'
import type { ErrorStatus } from '@openspot/core/error-monitoring/enums.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import Link from 'next/link'
import type { Column } from '@/ui/data-table.tsx'
import { ShortText } from '@/ui/short-text.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './errors.module.css'

export const errorTones = {
  OPEN: 'bad',
  RESOLVED: 'done',
  MUTED: 'ahead',
} as const satisfies Record<ErrorStatus, string>

export const errorColumns = (t: Translate, zone: string): Column<ErrorGroup>[] => {
  const format = new Intl.NumberFormat(localeOf(t))
  return [
    {
      key: 'title',
      head: t('errorMonitoring.columns.title'),
      cell: ({ id, title, culprit }) => (
        <span className={css.name}>
          <Link href={`/platform/errors/${id}`} title={title}>
            {title}
          </Link>
          {culprit ? <span className={css.culprit}>{culprit}</span> : null}
        </span>
      ),
    },
    {
      key: 'status',
      head: t('errorMonitoring.columns.status'),
      cell: ({ status, is_regression }) => (
        <span className={css.marks}>
          <StatusWord tone={errorTones[status]}>{t(`errorMonitoring.statuses.${status}`)}</StatusWord>
          {is_regression ? <span className={css.regression}>{t('errorMonitoring.regression')}</span> : null}
        </span>
      ),
    },
    {
      key: 'seen',
      head: t('errorMonitoring.columns.seen'),
      cell: ({ last_seen_at }) => <Moment at={last_seen_at} zone={zone} />,
    },
    {
      key: 'events',
      head: t('errorMonitoring.columns.events'),
      isFigure: true,
      cell: ({ event_count }) => format.format(event_count),
    },
    {
      key: 'people',
      head: t('errorMonitoring.columns.people'),
      isFigure: true,
      cell: ({ people_count }) => format.format(people_count),
    },
    {
      key: 'assignee',
      head: t('errorMonitoring.columns.assignee'),
      cell: ({ assignee }) =>
        assignee?.name ?? <span className={css.quiet}>{t('errorMonitoring.unassigned')}</span>,
    },
    {
      key: 'replays',
      head: t('errorMonitoring.columns.replays'),
      isFigure: true,
      cell: ({ id, replay_count }) =>
        replay_count === 0 ? (
          <span className={css.quiet}>{format.format(0)}</span>
        ) : (
          <Link className={css.replays} href={`/platform/replays?error=${id}`}>
            <IconPlayerPlay size={14} aria-hidden="true" />
            {format.format(replay_count)}
          </Link>
        ),
    },
    {
      key: 'source',
      head: t('errorMonitoring.columns.source'),
      // One column, so that the table fits a desk: three would scroll.
      cell: ({ source, last_release, environment }) => (
        <span className={css.origin}>
          {t(`errorMonitoring.sources.${source}`)}
          <span className={css.culprit}>
            <ShortText text={[last_release, environment].filter(Boolean).join(' · ')} />
          </span>
        </span>
      ),
    },
  ]
}

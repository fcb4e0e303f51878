'use client'
import type { Output } from '@openspot/contract/call.ts'
import { type Alert, getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import Link from 'next/link'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { EmptyState, ErrorState, Note } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './platform.module.css'

type Overview = Output<typeof getPlatformOverviewRoute>
const say = words.jobs.overview

/** The start page for platform admins. */
export function OverviewScreen({ first }: { first: Overview }) {
  const answer = useApiQuery(
    getPlatformOverviewRoute,
    {},
    { client: 'admin', initialData: first, everySeconds: 30 },
  )
  const { reader_zone = 'UTC' } = useClock()
  const { data } = answer
  if (!data) return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  const hasChannel = data.alert_channels.email || data.alert_channels.webhook
  return (
    <>
      <PageHead title={say.title} text={say.text} />
      <div className={css.screen}>
        {answer.error ? <ErrorState error={answer.error} onRetry={() => answer.refetch()} /> : null}
        {hasChannel ? null : (
          <Note tone="plain" title={say.noChannel}>
            <p>{say.noChannelText}</p>
          </Note>
        )}
        <Figures {...data} />
        <Panel title={say.alerts}>
          {data.alerts.length === 0 ? (
            <EmptyState title={say.noAlertsTitle} text={say.noAlertsText} />
          ) : (
            <DataTable
              label={say.alertList}
              columns={columns(reader_zone)}
              rows={data.alerts}
              keyOf={({ id }) => id}
            />
          )}
        </Panel>
      </div>
    </>
  )
}

function Figures({ jobs, emails_last_day: emails }: Overview) {
  const figures = [
    [say.givenUp, jobs.given_up, jobs.given_up > 0, say.givenUpText],
    [say.failed, jobs.failed, false, null],
    [say.waiting, jobs.waiting, false, null],
    [say.sent, emails.sent, false, say.lastDay],
    [say.waitingEmails, emails.waiting, false, say.lastDay],
    [say.expired, emails.expired, emails.expired > 0, say.lastDay],
  ] as const
  return (
    <Panel title={say.figures} action={<Link href="/platform/jobs">{say.showJobs}</Link>}>
      <dl className={css.figures}>
        {figures.map(([word, count, isBad, text]) => (
          <div key={word} data-bad={isBad || undefined}>
            <dt>{word}</dt>
            <dd>{count}</dd>
            {text === null ? null : <dd className={css.quiet}>{text}</dd>}
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const columns = (zone: string): Column<Alert>[] => [
  { key: 'event', head: say.columns.event, cell: ({ event }) => say.events[event] },
  { key: 'at', head: say.columns.at, cell: ({ created_at }) => <Moment at={created_at} zone={zone} /> },
  {
    key: 'resolved',
    head: say.columns.resolved,
    cell: ({ event, resolved_at }) =>
      event === 'EMAIL_EXPIRED' ? (
        // An unsent email stays unsent, so this alert has no end.
        say.once
      ) : resolved_at === null ? (
        <StatusWord tone="bad">{say.open}</StatusWord>
      ) : (
        <Moment at={resolved_at} zone={zone} />
      ),
  },
  {
    key: 'sent',
    head: say.columns.sent,
    cell: ({ email_sent_at, webhook_sent_at }) =>
      say.sentBy(email_sent_at !== null, webhook_sent_at !== null),
  },
  { key: 'summary', head: say.columns.summary, isText: true, cell: ({ summary }) => summary },
]

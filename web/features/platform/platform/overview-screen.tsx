'use client'
import type { Output } from '@openspot/contract/call.ts'
import { type Alert, getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { platformAttentionPaths } from '@/lib/attention-path.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { AttentionPanel } from '@/ui/attention/attention-panel.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './platform.module.css'
import { useLacksSecondFactor } from './second-factor-note.tsx'

type Overview = Output<typeof getPlatformOverviewRoute>

/** The start page for platform admins. */
export function OverviewScreen({ first }: { first: Overview }) {
  const t = useTranslations()
  const answer = useApiQuery(
    getPlatformOverviewRoute,
    {},
    { client: 'admin', initialData: first, everySeconds: 30 },
  )
  const { reader_zone = 'UTC' } = useClock()
  const lacksSecondFactor = useLacksSecondFactor()
  const { data } = answer
  if (!data) return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  const hasChannel = data.alert_channels.email || data.alert_channels.webhook
  return (
    <>
      <PageHead title={t('jobs.overview.title')} text={t('jobs.overview.text')} />
      <div className={css.screen}>
        {answer.error ? <ErrorState error={answer.error} onRetry={() => answer.refetch()} /> : null}
        {lacksSecondFactor ? (
          <Note title={t('setup.secondTitle')}>
            <p>{t('setup.secondText')}</p>
            <p>
              <Link href="/me/profile?second_factor=start">{t('people.secondSetUp')}</Link>
            </p>
          </Note>
        ) : null}
        <AttentionPanel
          zone={reader_zone}
          rows={data.attention.map((item) => ({
            ...item,
            text: t(`platform.attention.kinds.${item.kind}`, { count: item.count }),
            href: platformAttentionPaths[item.kind],
          }))}
          empty={{ title: t('platform.attention.emptyTitle'), text: t('platform.attention.emptyText') }}
        />
        <Figures {...data} />
        <Panel title={t('jobs.overview.alerts')}>
          {data.alerts.length === 0 ? (
            <p>{t('jobs.overview.noAlertsTitle')}</p>
          ) : (
            <DataTable
              label={t('jobs.overview.alertList')}
              columns={columns(t, reader_zone)}
              rows={data.alerts}
              keyOf={({ id }) => id}
            />
          )}
          {hasChannel ? null : <p className={css.quiet}>{t('jobs.overview.noChannelText')}</p>}
        </Panel>
      </div>
    </>
  )
}

function Figures({ jobs, emails_last_day: emails, search_index }: Overview) {
  const t = useTranslations()
  const figures = [
    [t('jobs.overview.givenUp'), jobs.given_up, jobs.given_up > 0, t('jobs.overview.givenUpText')],
    [t('jobs.overview.failed'), jobs.failed, false, null],
    [t('jobs.overview.waiting'), jobs.waiting, false, null],
    [t('jobs.overview.sentEmails'), emails.sent, false, t('jobs.overview.lastDay')],
    [t('jobs.overview.waitingEmails'), emails.waiting, false, t('jobs.overview.lastDay')],
    [t('jobs.overview.expired'), emails.expired, emails.expired > 0, t('jobs.overview.lastDay')],
    [
      t('jobs.overview.search'),
      t(`jobs.overview.searchBy.${search_index}`),
      false,
      search_index === 'LOADING' ? t('jobs.overview.searchLoading') : null,
    ],
  ] as const
  return (
    <Panel
      title={t('jobs.overview.figures')}
      action={<Link href="/platform/jobs">{t('jobs.overview.showJobs')}</Link>}
    >
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

const columns = (t: Translate, zone: string): Column<Alert>[] => [
  {
    key: 'event',
    head: t('jobs.overview.columns.event'),
    cell: ({ event }) => t(`jobs.overview.events.${event}`),
  },
  {
    key: 'at',
    head: t('jobs.overview.columns.at'),
    cell: ({ created_at }) => <Moment at={created_at} zone={zone} />,
  },
  {
    key: 'resolved',
    head: t('jobs.overview.columns.resolved'),
    cell: ({ event, resolved_at }) =>
      event === 'EMAIL_EXPIRED' ? (
        // An unsent email stays unsent, so this alert has no end.
        t('jobs.overview.once')
      ) : resolved_at === null ? (
        <StatusWord tone="bad">{t('jobs.overview.open')}</StatusWord>
      ) : (
        <Moment at={resolved_at} zone={zone} />
      ),
  },
  {
    key: 'sent',
    head: t('jobs.overview.columns.sent'),
    cell: ({ email_sent_at, webhook_sent_at }) =>
      t(
        `jobs.overview.sent.${email_sent_at ? (webhook_sent_at ? 'both' : 'email') : webhook_sent_at ? 'webhook' : 'none'}`,
      ),
  },
  { key: 'summary', head: t('jobs.overview.columns.summary'), isText: true, cell: ({ summary }) => summary },
]

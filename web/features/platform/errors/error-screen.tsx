'use client'
import {
  type ErrorEventSummary,
  type ErrorGroupDetail,
  type ErrorMonitoring,
  getErrorGroupRoute,
  listErrorEventsRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { usePages } from '@/lib/use-pages.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { PagedRows } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Columns, Facts, Panel } from '@/ui/panel.tsx'
import { RowButton } from '@/ui/row-button.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import { AssigneeMenu, ErrorActions } from './error-actions.tsx'
import { errorTones } from './error-columns.tsx'
import css from './errors.module.css'
import { EventPanel } from './event-panel.tsx'
import { ActivityPanel, DaysPanel, SharesPanel } from './group-panels.tsx'

/** One error: what is known, what was decided, and one of its events in full. */
export function ErrorScreen({
  first,
  assignees,
}: {
  first: ErrorGroupDetail
  assignees: ErrorMonitoring['assignees']
}) {
  const t = useTranslations()
  const [{ event }, change] = useAddress(['event'])
  const group =
    useApiQuery(
      getErrorGroupRoute,
      { params: { error_group_id: first.id } },
      { client: 'admin', initialData: first, everySeconds: 30 },
    ).data ?? first
  const shown = event ?? group.latest_events[0]?.id
  const open = (id: string) => change({ event: id })
  return (
    <>
      <PageHead
        back={<Link href="/platform/errors">{t('errorMonitoring.detail.back')}</Link>}
        title={group.title}
        text={group.culprit}
        action={<ErrorActions group={group} />}
      />
      <Columns
        side={
          <>
            <StatusPanel group={group} assignees={assignees} />
            <ActivityPanel activity={group.activity} />
          </>
        }
      >
        <DaysPanel days={group.days} />
        {shown ? <EventPanel error_group_id={group.id} error_event_id={shown} onOpen={open} /> : null}
        <EventsPanel group={group} onOpen={open} />
        <SharesPanel group={group} />
      </Columns>
    </>
  )
}

function StatusPanel({
  group,
  assignees,
}: {
  group: ErrorGroupDetail
  assignees: ErrorMonitoring['assignees']
}) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const format = new Intl.NumberFormat(localeOf(t))
  const { status, muted_until, resolved_in_release } = group
  return (
    <Panel title={t('errorMonitoring.detail.figures')}>
      <div>
        <StatusWord tone={errorTones[status]}>{t(`errorMonitoring.statuses.${status}`)}</StatusWord>
        {group.is_regression ? <p>{t('errorMonitoring.detail.regression')}</p> : null}
        {status === 'RESOLVED' ? (
          <p className={css.quiet}>
            {resolved_in_release === null
              ? t('errorMonitoring.detail.resolvedAny')
              : t('errorMonitoring.detail.resolvedIn', { release: resolved_in_release })}
          </p>
        ) : null}
        {status === 'MUTED' ? (
          <p className={css.quiet}>
            {muted_until === null ? (
              t('errorMonitoring.detail.mutedOpen')
            ) : (
              <>
                {t('errorMonitoring.detail.mutedUntil')} <Moment at={muted_until} zone={reader_zone} inside />
              </>
            )}
          </p>
        ) : null}
      </div>
      <div className={css.assigned}>
        <span className={css.quiet}>{t('errorMonitoring.assigned')}</span>
        <AssigneeMenu group={group} assignees={assignees} />
      </div>
      <Facts
        items={[
          [t('errorMonitoring.columns.events'), format.format(group.event_count)],
          [t('errorMonitoring.columns.people'), format.format(group.people_count)],
          [
            t('errorMonitoring.detail.firstSeen'),
            <Moment key="first" at={group.first_seen_at} zone={reader_zone} />,
          ],
          [
            t('errorMonitoring.detail.lastSeen'),
            <Moment key="last" at={group.last_seen_at} zone={reader_zone} />,
          ],
          [t('errorMonitoring.detail.firstRelease'), group.first_release],
          [t('errorMonitoring.columns.release'), group.last_release],
          [t('errorMonitoring.columns.source'), t(`errorMonitoring.sources.${group.source}`)],
          [t('errorMonitoring.detail.level'), t(`errorMonitoring.levels.${group.level}`)],
          [t('errorMonitoring.columns.environment'), group.environment],
        ]}
      />
      {group.replay_count > 0 ? (
        <Link href={`/platform/replays?error=${group.id}`}>{t('errorMonitoring.detail.replays')}</Link>
      ) : null}
    </Panel>
  )
}

const eventColumns = (
  t: Translate,
  zone: string,
  onOpen: (id: string) => void,
): Column<ErrorEventSummary>[] => [
  {
    key: 'at',
    head: t('errorMonitoring.detail.at'),
    cell: ({ id, occurred_at }) => (
      <RowButton onClick={() => onOpen(id)}>
        <Moment at={occurred_at} zone={zone} />
      </RowButton>
    ),
  },
  { key: 'release', head: t('errorMonitoring.release'), cell: ({ release }) => release },
  { key: 'page', head: t('errorMonitoring.detail.page'), cell: ({ page }) => page },
  { key: 'browser', head: t('errorMonitoring.detail.browser'), cell: ({ browser }) => browser },
  {
    key: 'replay',
    head: t('errorMonitoring.detail.replay'),
    cell: ({ id, replay_id }) =>
      replay_id === null ? null : (
        <Link href={`/platform/replays/${replay_id}?event=${id}`} prefetch={false}>
          {t('errorMonitoring.detail.watch')}
        </Link>
      ),
  },
  { key: 'person', head: t('errorMonitoring.detail.person'), cell: ({ person }) => person },
]

function EventsPanel({ group, onOpen }: { group: ErrorGroupDetail; onOpen: (id: string) => void }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const pages = usePages(
    listErrorEventsRoute,
    (page) => ({ params: { error_group_id: group.id }, query: page }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  return (
    <Panel title={t('errorMonitoring.detail.events')}>
      <PagedRows<ErrorEventSummary>
        pages={pages}
        skeleton={3}
        empty={<p className={css.quiet}>{t('errorMonitoring.detail.noEvents')}</p>}
        more={t('errorMonitoring.detail.moreEvents')}
      >
        {(rows) => (
          <DataTable
            label={t('errorMonitoring.detail.stored')}
            keyOf={({ id }) => id}
            rows={rows}
            columns={eventColumns(t, reader_zone, onOpen)}
          />
        )}
      </PagedRows>
    </Panel>
  )
}

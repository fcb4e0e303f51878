'use client'
import { Button } from '@mantine/core'
import {
  type Breadcrumb,
  type ErrorEvent,
  getErrorEventRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './errors.module.css'
import { StackTrace } from './stack-trace.tsx'

/** One event in full, with buttons to the events before and after it. */
export function EventPanel({
  error_group_id,
  error_event_id,
  onOpen,
}: {
  error_group_id: string
  error_event_id: string
  onOpen: (id: string) => void
}) {
  const t = useTranslations()
  const answer = useApiQuery(
    getErrorEventRoute,
    { params: { error_group_id, error_event_id } },
    { client: 'admin', keep: true },
  )
  const { data: event } = answer
  const goTo = (id: string | null | undefined, text: string) => (
    <Button size="xs" variant="default" disabled={!id} onClick={() => id && onOpen(id)}>
      {text}
    </Button>
  )
  return (
    <Panel
      title={t('errorMonitoring.one.title')}
      action={
        <Buttons>
          {event?.replay_id ? (
            <Button
              size="xs"
              component={Link}
              href={`/platform/replays/${event.replay_id}?event=${event.id}`}
              prefetch={false}
            >
              {t('errorMonitoring.detail.watch')}
            </Button>
          ) : null}
          {goTo(event?.newer_id, t('errorMonitoring.one.newer'))}
          {goTo(event?.older_id, t('errorMonitoring.one.older'))}
        </Buttons>
      }
    >
      <QueryState answer={answer} rows={4} />
      {event ? (
        <div className={css.topics} data-stale={answer.isPlaceholderData || undefined}>
          <EventContent event={event} />
        </div>
      ) : null}
    </Panel>
  )
}

function EventContent({ event }: { event: ErrorEvent }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const { request, contexts } = event
  return (
    <>
      <Facts
        items={[
          [t('errorMonitoring.one.occurred'), <Moment key="at" at={event.occurred_at} zone={reader_zone} />],
          [t('errorMonitoring.release'), event.release],
          [t('errorMonitoring.environment'), event.environment],
          [t('errorMonitoring.detail.page'), event.page],
          [t('errorMonitoring.detail.browser'), event.browser],
          [t('errorMonitoring.detail.person'), event.person],
          [t('errorMonitoring.one.sdk'), event.sdk],
          [t('errorMonitoring.one.trace'), event.trace_id],
          [t('errorMonitoring.one.id'), event.id],
        ]}
      />
      {event.message === null ? null : (
        <Topic title={t('errorMonitoring.one.message')}>
          <p>{event.message}</p>
        </Topic>
      )}
      <Topic title={t('errorMonitoring.one.stack')} isHidden>
        {event.exceptions.map((exception, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- an exception can be its own cause, and they never move
          <StackTrace key={at} exception={exception} isCause={at > 0} />
        ))}
        {event.exceptions.length === 0 ? (
          <p className={css.quiet}>{t('errorMonitoring.one.noStack')}</p>
        ) : null}
      </Topic>
      <Topic title={t('errorMonitoring.one.breadcrumbs')}>
        <Breadcrumbs breadcrumbs={event.breadcrumbs} occurred_at={event.occurred_at} />
      </Topic>
      {request ? (
        <Topic title={t('errorMonitoring.one.request')}>
          <p className={css.title}>
            <code>{`${request.method} ${request.url}`}</code>
          </p>
          <RawFacts record={request.headers} />
        </Topic>
      ) : null}
      {Object.keys(event.tags).length > 0 ? (
        <Topic title={t('errorMonitoring.one.tags')}>
          <RawFacts record={event.tags} />
        </Topic>
      ) : null}
      {Object.entries(contexts).map(([topic, facts]) => (
        <Topic key={topic} title={`${t('errorMonitoring.one.contexts')}: ${topic}`}>
          <RawFacts record={facts} />
        </Topic>
      ))}
    </>
  )
}

/** Facts whose names come from the SDK and are the same in every language. */
function RawFacts({ record }: { record: Readonly<Record<string, string>> }) {
  return (
    <div translate="no">
      <Facts items={Object.entries(record)} />
    </div>
  )
}

function Topic({ title, isHidden, children }: { title: string; isHidden?: boolean; children: ReactNode }) {
  return (
    <section className={css.topic}>
      <h3 className={isHidden ? 'sr-only' : undefined}>{title}</h3>
      {children}
    </section>
  )
}

/** With the time between each and the error, because a clock time without seconds says too little. */
function Breadcrumbs({
  breadcrumbs,
  occurred_at,
}: {
  breadcrumbs: readonly Breadcrumb[]
  occurred_at: string
}) {
  const t = useTranslations()
  const seconds = new Intl.NumberFormat(localeOf(t), {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const timeOf = (at: string) => seconds.format((Date.parse(at) - Date.parse(occurred_at)) / 1000)
  if (breadcrumbs.length === 0) return <p className={css.quiet}>{t('errorMonitoring.one.noBreadcrumbs')}</p>
  return (
    <ol className={css.crumbs}>
      {breadcrumbs.map(({ at, category, level, message, data }, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- two can be equal, and they never move
          key={index}
          data-bad={level === 'ERROR' || level === 'FATAL' || undefined}
        >
          <span className={css.quiet}>{at ? <time dateTime={at}>{timeOf(at)}</time> : null}</span>
          <span>{category}</span>
          <p translate="no">
            {[message, ...Object.entries(data).map(([name, value]) => `${name}: ${value}`)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ol>
  )
}

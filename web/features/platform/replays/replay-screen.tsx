'use client'
import { Button } from '@mantine/core'
import type { CallError } from '@openspot/contract/call.ts'
import { listReplaySegmentsRoute, type ReplayDetail } from '@openspot/contract/platform/replays.ts'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { keyOf } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Columns, Facts, Panel } from '@/ui/panel.tsx'
import { EmptyState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { clockText } from './clock-text.ts'
import { isPlayable, loadRecording, type RecordedEvent, type Recording } from './load-recording.ts'
import css from './replays.module.css'

/** The player and its library are loaded on this page only. */
const Player = dynamic(() => import('./player.tsx').then(({ Player: player }) => player), {
  ssr: false,
  loading: () => <div className={css.player} aria-busy="true" />,
})

/** An error starts a few seconds before it, to show what led to it. */
const BEFORE_ERROR_MS = 3_000

interface PlacedError {
  id: string
  group_id: string
  title: string
  at_ms: number
}

/** The errors that occurred while it was recorded. */
function placeErrors(replay: ReplayDetail, events: readonly RecordedEvent[]): PlacedError[] {
  const [start, end] = [events[0]?.timestamp ?? 0, events.at(-1)?.timestamp ?? 0]
  return replay.errors.flatMap(({ event_id, group_id, title, occurred_at }) => {
    const at = Date.parse(occurred_at)
    return at < start || at > end ? [] : { id: event_id, group_id, title, at_ms: at - start }
  })
}

/** How many numbers of segments are missing before the last one. */
const countMissing = ({ segments }: ReplayDetail): number =>
  (segments.at(-1)?.number ?? -1) + 1 - segments.length

/** One recorded visit, with its player and its errors. */
export function ReplayScreen({ replay }: { replay: ReplayDetail }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [{ event }] = useAddress(['event'])
  const [asked, setAsked] = useState<{ at_ms: number } | null>(null)
  const answer = useQuery<Recording, CallError>({
    queryKey: keyOf(listReplaySegmentsRoute, replay.id),
    queryFn: ({ signal }) => loadRecording(replay, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const recording = answer.data
  const errors = useMemo(() => placeErrors(replay, recording?.events ?? []), [replay, recording])
  const opened = errors.find(({ id }) => id === event)
  const missing = countMissing(replay)
  return (
    <>
      <PageHead
        back={<Link href="/platform/replays">{t('replays.detail.back')}</Link>}
        title={t('replays.detail.title')}
        text={<Moment at={replay.started_at} zone={reader_zone} />}
      />
      <Columns
        side={
          <>
            <Visit replay={replay} />
            <Errors replay={replay} placed={errors} onGo={(at_ms) => setAsked({ at_ms })} />
          </>
        }
      >
        {missing > 0 ? (
          <Note title={t('replays.detail.missing', { count: missing })}>
            <p>{t('replays.detail.missingText')}</p>
          </Note>
        ) : null}
        {recording && recording.failed > 0 ? (
          <Note tone="bad" title={t('replays.detail.partFailed')} />
        ) : null}
        <QueryState answer={answer} rows={8} />
        {recording && isPlayable(recording) ? (
          <Player
            key={opened?.id}
            events={recording.events}
            errors={errors}
            start_ms={opened ? Math.max(0, opened.at_ms - BEFORE_ERROR_MS) : 0}
            asked={asked}
          />
        ) : null}
        {recording && !isPlayable(recording) ? (
          <EmptyState title={t('replays.player.unplayable')} text={t('replays.player.unplayableText')} />
        ) : null}
      </Columns>
    </>
  )
}

function Visit({ replay }: { replay: ReplayDetail }) {
  const t = useTranslations()
  const { previous_replay_id, next_replay_id } = replay
  return (
    <Panel title={t('replays.detail.facts')}>
      <Facts
        items={[
          [t('replays.columns.length'), clockText(replay.duration_seconds * 1000)],
          [t('replays.columns.kind'), t(`replays.kinds.${replay.kind}`)],
          [t('replays.columns.browser'), replay.browser],
          [t('replays.columns.release'), replay.release],
          [t('replays.columns.environment'), replay.environment],
          [t('replays.columns.person'), replay.person],
          [t('replays.columns.pages'), replay.pages.join(' → ')],
        ]}
      />
      {previous_replay_id ? (
        <Link href={`/platform/replays/${previous_replay_id}`} prefetch={false}>
          {t('replays.detail.previous')}
        </Link>
      ) : null}
      {next_replay_id ? (
        <Link href={`/platform/replays/${next_replay_id}`} prefetch={false}>
          {t('replays.detail.next')}
        </Link>
      ) : null}
    </Panel>
  )
}

function Errors({
  replay,
  placed,
  onGo,
}: {
  replay: ReplayDetail
  placed: readonly PlacedError[]
  onGo: (at_ms: number) => void
}) {
  const t = useTranslations()
  return (
    <Panel title={t('replays.detail.errors')}>
      {replay.errors.length === 0 ? <p className={css.quiet}>{t('replays.detail.noErrors')}</p> : null}
      <ul className={css.errors}>
        {replay.errors.map(({ event_id, group_id, title }) => {
          const at_ms = placed.find(({ id }) => id === event_id)?.at_ms
          return (
            <li key={event_id}>
              <Link href={`/platform/errors/${group_id}?event=${event_id}`}>{title}</Link>
              {at_ms === undefined ? null : (
                <Button size="compact-sm" variant="default" onClick={() => onGo(at_ms)}>
                  {t('replays.detail.goTo', { time: clockText(at_ms) })}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

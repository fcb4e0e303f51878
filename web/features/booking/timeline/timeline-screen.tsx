'use client'
import { Button, SegmentedControl } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getTimelineRoute } from '@openspot/contract/booking/timeline.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { formatDate } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { SpotFilter } from './spot-filter.tsx'
import css from './timeline.module.css'
import { type Asked, AskedDialog } from './timeline-dialogs.tsx'
import { type Dropped, TimelineGrid } from './timeline-grid.tsx'
import { TimelineLegend } from './timeline-legend.tsx'
import { TimelineList } from './timeline-list.tsx'
import { DAYS, zooms } from './timeline-scale.ts'
import { useTimelineView } from './use-timeline-view.ts'

const watched = [getTimelineRoute]

/** The spots of a lot by time: what is booked and closed, and staff move and extend reservations by dragging. */
export function TimelineScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const { now } = useClock()
  const timeFormat = useTimeFormat(lot.time_zone)
  useLotEvents(lot.id, watched)
  const [asked, setAsked] = useState<Asked | null>(null)
  const view = useTimelineView(lot.time_zone, Math.floor(minutesOf(now)))
  const { scale, zoom, isList, filter } = view
  const close = () => setAsked(null)
  const done = (message: string) => {
    close()
    notifications.show({ message })
  }
  const drop = (dropped: Dropped) => {
    const { bar, target, spot_id } = dropped
    const isElsewhere = spot_id !== bar.spot_id
    // A running or monthly reservation can't get other times with another spot: its rest continues there.
    if (isElsewhere && (bar.kind === 'running' || bar.reservation.ends_at === null))
      return setAsked({ kind: 'move', dropped })
    const given = {
      ...(target.from === bar.from ? {} : { starts_at: isoOf(target.from) }),
      ...(target.to === bar.to ? {} : { ends_at: isoOf(target.to) }),
      ...(isElsewhere ? { spot_id } : {}),
    }
    setAsked({ kind: 'given', bar, given })
  }
  const empty = () => (
    <EmptyState
      title={t(filter.q || filter.zone_id ? 'timeline.noneTitle' : 'timeline.emptyTitle')}
      text={t(filter.q || filter.zone_id ? 'timeline.noneText' : 'timeline.emptyText')}
    />
  )
  const shared = { lot, scale, filter, onEmpty: empty }
  return (
    <div className={css.screen}>
      <PageHead
        title={t('timeline.title')}
        text={t('timeline.range', {
          from: formatDate(isoOf(scale.from), timeFormat),
          to: formatDate(isoOf(scale.to - 1), timeFormat),
        })}
      />
      <div className={css.tools}>
        <div className={css.group}>
          <Button variant="default" onClick={() => view.move(-DAYS)}>
            {t('timeline.earlier')}
          </Button>
          <Button variant="default" onClick={view.showToday}>
            {t('timeline.today')}
          </Button>
          <Button variant="default" onClick={() => view.move(DAYS)}>
            {t('timeline.later')}
          </Button>
        </div>
        <SegmentedControl
          aria-label={t('timeline.zoom')}
          value={zoom}
          data={zooms.map((one) => ({ value: one, label: t(`timeline.zooms.${one}`) }))}
          onChange={(value) => {
            if (isOneOf(zooms, value)) view.setZoom(value)
          }}
        />
        <SegmentedControl
          aria-label={t('timeline.view')}
          value={isList ? 'list' : 'grid'}
          data={[
            { value: 'grid', label: t('timeline.grid') },
            { value: 'list', label: t('timeline.list') },
          ]}
          onChange={(value) => view.setList(value === 'list')}
        />
        <SpotFilter lot={lot} filter={filter} onChange={view.setFilter} />
      </div>
      {isList ? (
        <TimelineList {...shared} />
      ) : (
        <>
          <TimelineLegend />
          <TimelineGrid
            {...shared}
            showAt={view.showAt}
            onSeen={view.onSeen}
            onOpen={(bar) => setAsked({ kind: 'card', bar })}
            onDrop={drop}
          />
        </>
      )}
      <AskedDialog asked={asked} lot={lot} onAsk={setAsked} onClose={close} onDone={done} />
    </div>
  )
}

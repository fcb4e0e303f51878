'use client'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { statusWord } from '@/ui/reservation/reservation-status.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { reservationTimeText, useTimeFormat } from '@/ui/time.tsx'
import css from './timeline.module.css'
import { TimelineAxis } from './timeline-axis.tsx'
import { type Bar, barsOf, conflictOf, type Target } from './timeline-bars.ts'
import { TimelineRow } from './timeline-row.tsx'
import { AXIS, boxOf, LABELS, minuteAt, ROW, type Scale, shiftOf, widthOf } from './timeline-scale.ts'
import { useDrag } from './use-drag.ts'
import { useKeys } from './use-keys.ts'
import { type TimelineFilter, useTimeline } from './use-timeline.ts'
import type { Seen, ShowAt } from './use-timeline-view.ts'
import { useView } from './use-view.ts'

export interface Dropped {
  bar: Bar
  target: Target
  /** The spot of the target row. */
  spot_id: string
  conflict: Bar | undefined
}

/** Spots by time. Only what is near the visible part is in the document. */
export function TimelineGrid({
  lot,
  scale,
  filter,
  showAt,
  onSeen,
  onOpen,
  onDrop,
  onEmpty,
}: {
  lot: ConsoleLot
  scale: Scale
  filter: TimelineFilter
  showAt: ShowAt
  /** Called when a scroll came to rest. */
  onSeen: (seen: Seen) => void
  onOpen: (bar: Bar) => void
  onDrop: (dropped: Dropped) => void
  onEmpty: () => React.ReactNode
}) {
  const t = useTranslations()
  const { now } = useClock()
  const timeFormat = useTimeFormat(lot.time_zone)
  const help = useId()
  const scroller = useRef<HTMLDivElement | null>(null)
  const ghost = useRef<HTMLDivElement | null>(null)
  const [known, setKnown] = useState({ filter, count: 0 })
  const [said, say] = useState('')
  const rows = known.filter === filter ? known.count : 0
  const { view, onScroll, settle, showMinute, showRow } = useView(
    scroller,
    scale,
    Math.max(rows, 1),
    (position) => {
      if (rows === 0) return
      const { left, top, width } = position
      onSeen({ from: minuteAt(scale, left), to: minuteAt(scale, left + width), row: Math.round(top / ROW) })
    },
  )
  const timeline = useTimeline(lot, scale, filter, view, rows)
  const { spot_count, spotAt, error } = timeline
  if (spot_count !== null && (known.filter !== filter || known.count !== spot_count))
    setKnown({ filter, count: spot_count })

  const barsAt = (row: number): Bar[] => {
    const spot = spotAt(row)
    return spot ? barsOf(spot, row, now) : []
  }
  const conflictAt = (bar: Bar, target: Target) =>
    conflictOf(
      bar,
      target,
      barsAt(target.row).filter(({ kind }) => kind !== 'over'),
    )
  const textOf = (target: Target): string => {
    const times = {
      starts_at: isoOf(target.from),
      ends_at: Number.isFinite(target.to) ? isoOf(target.to) : null,
    }
    return [spotAt(target.row)?.label, reservationTimeText(t, times, timeFormat)].filter(Boolean).join(' · ')
  }
  /** Draws where the bar would be. It changes the element itself, because a drag would render once per frame. */
  const show = (bar: Bar, target: Target | null) => {
    const element = ghost.current
    if (!element) return
    element.hidden = target === null
    if (target === null) return
    const { left, width } = boxOf(scale, target.from, target.to)
    element.style.transform = `translate(${shiftOf(scale, LABELS + left)}px, ${AXIS + target.row * ROW}px)`
    element.style.width = `${width}px`
    const conflict = conflictAt(bar, target)
    element.toggleAttribute('data-conflict', conflict !== undefined)
    element.textContent = conflict ? t('timeline.taken', { what: textOf(target) }) : textOf(target)
  }
  const drop = (bar: Bar, target: Target) => {
    const spot = spotAt(target.row)
    if (spot) onDrop({ bar, target, spot_id: spot.id, conflict: conflictAt(bar, target) })
  }
  const shared = { scale, rows, canMove: lot.is_admin, onOpen, onDrop: drop }
  const drag = useDrag({ ...shared, scroller, barsAt, show })
  const keys = useKeys({
    ...shared,
    barsAt,
    onSelect: ({ row }, bar) => {
      showRow(row)
      if (bar) showMinute(Math.max(bar.from, scale.from))
      say(
        bar
          ? [bar.reservation.name, textOf(bar), statusWord(t, bar.reservation, now)]
              .filter(Boolean)
              .join(t('common.comma'))
          : t('timeline.rowEmpty', { label: spotAt(row)?.label ?? '' }),
      )
    },
    onTarget: (bar, target) => {
      show(bar, target)
      if (!target) return say('')
      showRow(target.row)
      showMinute(target.from)
      say(ghost.current?.textContent ?? '')
    },
  })
  const isLoaded = rows > 0
  const rowShownFor = useRef<ShowAt | null>(null)
  useEffect(() => showMinute(showAt.minute, showAt.edge_row !== null), [showAt, showMinute])
  useEffect(() => {
    // Before the rows are known there is nothing to scroll down to.
    if (!isLoaded || showAt.edge_row === null || rowShownFor.current === showAt) return
    rowShownFor.current = showAt
    showRow(showAt.edge_row, true)
  }, [showAt, showRow, isLoaded])

  const minute = Math.floor(minutesOf(now))
  const rowNow = isoOf(minute)
  const drawn = useMemo(
    () =>
      Array.from({ length: Math.max(0, Math.min(view.last, rows) - view.first) }, (_, n) => view.first + n),
    [view.first, view.last, rows],
  )
  if (error && spot_count === null) return <ErrorState error={error} onRetry={timeline.retry} />
  if (spot_count === 0) return <>{onEmpty()}</>
  const { selection } = keys
  return (
    <>
      <p id={help} className={css.help}>
        {t(lot.is_admin ? 'timeline.help' : 'timeline.helpRead')}
      </p>
      {lot.is_admin ? <p className={css.helpTouch}>{t('timeline.helpTouch')}</p> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles its own keys and pointer */}
      <div
        ref={scroller}
        className={css.scroller}
        style={{ maxHeight: AXIS + Math.max(rows, 6) * ROW + 18 }}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is reached and operated by keyboard
        tabIndex={0}
        aria-label={t('timeline.title')}
        aria-describedby={help}
        data-moving={keys.isMoving || undefined}
        onScroll={onScroll}
        onPointerDownCapture={settle}
        onKeyDown={keys.onKeyDown}
        {...drag}
      >
        <div
          className={css.canvas}
          style={{ width: LABELS + widthOf(scale), height: AXIS + Math.max(rows, 1) * ROW }}
        >
          <TimelineAxis
            scale={scale}
            from={view.from}
            to={view.to}
            now={minute}
            rows_height={AXIS + Math.max(rows, 1) * ROW}
          />
          {drawn.map((row) => (
            <TimelineRow
              key={row % view.slots}
              lot_id={lot.id}
              spot={spotAt(row)}
              row={row}
              scale={scale}
              from={view.from}
              to={view.to}
              now={rowNow}
              selected={selection.row === row ? selection.id : null}
              isFocused={selection.row === row}
            />
          ))}
          <div ref={ghost} className={css.ghost} data-ghost="" hidden />
        </div>
      </div>
      <p className={css.said} role="status">
        {said}
      </p>
    </>
  )
}

'use client'
import type { TimelineSpot } from '@openspot/contract/booking/timeline.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import Link from 'next/link'
import { memo, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { spotPath } from '@/lib/paths.ts'
import css from './timeline.module.css'
import { type Bar, barKinds, barsOf, endMinute, isWithin, outlineOf } from './timeline-bars.ts'
import { AXIS, boxOf, LABELS, ROW, type Scale, shiftOf, widthOf } from './timeline-scale.ts'

const placeOf = (scale: Scale, from: number, to: number) => {
  const { left, width } = boxOf(scale, from, to)
  return { transform: `translateX(${shiftOf(scale, LABELS + left)}px)`, width }
}

/** One spot: its label, when it is closed, and its reservations in the drawn part of time. */
export const TimelineRow = memo(function TimelineRow({
  lot_id,
  spot,
  row,
  scale,
  from,
  to,
  now,
  selected,
  isFocused,
}: {
  lot_id: string
  /** Undefined while it loads. */
  spot: TimelineSpot | undefined
  row: number
  scale: Scale
  from: number
  to: number
  /** To the minute, so that rows are not drawn more often. */
  now: string
  /** The selected reservation, if it is in this row. */
  selected: string | null
  isFocused: boolean
}) {
  const bars = useMemo(() => (spot ? barsOf(spot, row, now) : []), [spot, row, now])
  return (
    <div
      className={css.row}
      style={{ transform: `translateY(${AXIS + row * ROW}px)` }}
      data-row={row}
      data-odd={row % 2 === 1 || undefined}
      data-focused={isFocused || undefined}
    >
      <div className={css.label}>
        {spot ? (
          <Link href={spotPath(lot_id, spot.id)} tabIndex={-1} prefetch={false}>
            {spot.label}
          </Link>
        ) : (
          <span className={css.loading} />
        )}
        {spot?.zone_name ? (
          <span className={css.zone} title={spot.zone_name}>
            {spot.zone_name}
          </span>
        ) : null}
      </div>
      {spot?.closures.map((one) => {
        const time = { from: minutesOf(one.starts_at), to: endMinute(one.ends_at) }
        return isWithin(time, from, to) ? (
          <div
            key={one.starts_at}
            className={css.closure}
            data-assigned={spot.is_assigned || undefined}
            style={placeOf(scale, time.from, time.to)}
          />
        ) : null
      })}
      {scale.zoom === 'month' ? (
        <FarBars bars={bars} scale={scale} selected={selected} />
      ) : (
        // The place within the spot and not the reservation, so that the next spot in this element reuses those of its bars.
        bars.map((bar, place) =>
          isWithin(bar, from, to) ? (
            <NearBar
              // oxlint-disable-next-line react/no-array-index-key -- see above
              key={place}
              bar={bar}
              scale={scale}
              isSelected={bar.reservation.id === selected}
            />
          ) : null,
        )
      )}
    </div>
  )
})

/** A bar with a name. */
const NearBar = memo(function NearBar({
  bar,
  scale,
  isSelected,
}: {
  bar: Bar
  scale: Scale
  isSelected: boolean
}) {
  const { reservation } = bar
  return (
    <div
      className={css.bar}
      data-bar={reservation.id}
      data-row={bar.row}
      data-kind={bar.kind}
      data-selected={isSelected || undefined}
      title={reservation.name ?? undefined}
      style={placeOf(scale, bar.from, bar.to)}
    >
      {reservation.has_open_bill ? <Owes /> : null}
      {reservation.name ?? reservation.plate ?? ''}
    </div>
  )
})

function Owes() {
  const t = useTranslations()
  return (
    <span className={css.owes} title={t('timeline.owes')}>
      {t('timeline.owesMark')}
    </span>
  )
}

/**
 * All bars of a row as one drawing, with a path for each state. In a month they are too narrow for a name, and over a thousand
 * elements would take longer than a frame to put in place.
 */
const FarBars = memo(function FarBars({
  bars,
  scale,
  selected,
}: {
  bars: readonly Bar[]
  scale: Scale
  selected: string | null
}) {
  const drawn = bars.filter((bar) => isWithin(bar, scale.from, scale.to))
  const owing = drawn.filter(({ reservation }) => reservation.has_open_bill)
  const chosen = drawn.filter(({ reservation }) => reservation.id === selected)
  return (
    <svg
      className={css.bars}
      data-bars={drawn.length}
      data-mirrored={scale.is_mirrored || undefined}
      width={widthOf(scale)}
      height={ROW}
      aria-hidden="true"
    >
      {barKinds.map((kind) => {
        const ofKind = drawn.filter((bar) => bar.kind === kind)
        return ofKind.length > 0 ? <path key={kind} data-kind={kind} d={outlineOf(ofKind, scale)} /> : null
      })}
      {chosen.length > 0 ? <path data-selected="" d={outlineOf(chosen, scale)} /> : null}
      {owing.map(({ reservation, from, to }) => {
        const { left, width } = boxOf(scale, from, to)
        return (
          <circle
            key={reservation.id}
            className={css.owing}
            cx={left + Math.min(width / 2, 7)}
            cy={11}
            r={4}
          />
        )
      })}
    </svg>
  )
})

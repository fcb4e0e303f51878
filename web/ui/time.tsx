'use client'
import {
  formatDay,
  formatInstant,
  formatReservationTime,
  formatRestOfTime,
  formatTime,
  formatTimeLeft,
  nameOtherZone,
  type TimeFormat,
} from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { partsOfLength, partsOfMoment } from './time-parts.ts'

/**
 * Returns the context for formatting times of a lot: its zone, the reader's zone, and the current time. For texts;
 * screens use the components.
 */
export const useTimeFormat = (zone: string): TimeFormat => useTimeFormats()(zone)

/** The same for lists with times of several lots. */
export function useTimeFormats(): (zone: string) => TimeFormat {
  const { now, reader_zone } = useClock()
  const t = useTranslations()
  return (zone) => ({ zone, now, locale: localeOf(t), ...(reader_zone ? { reader_zone } : {}) })
}

/** Formats the time of a reservation, "Today, 2:00 PM – 4:30 PM · 2 hr 30 min", for labels and sentences. */
export const reservationTimeText = (
  t: Translate,
  times: { starts_at: string; ends_at: string | null },
  timeFormat: TimeFormat,
): string => formatReservationTime(times, timeFormat, (start) => t('when.startingAt', { start }))

/** Displays "Today, 2:00 PM – 4:30 PM · 2 hr 30 min" in the lot's local time. */
export function ReservationTime({
  starts_at,
  ends_at,
  zone,
}: {
  starts_at: string
  ends_at: string | null
  zone: string
}) {
  const t = useTranslations()
  return <Parts text={reservationTimeText(t, { starts_at, ends_at }, useTimeFormat(zone))} />
}

/** Displays what is left below a start that is shown already: "Until 4:30 PM · 2 hr 30 min". */
export function RestOfTime({
  starts_at,
  ends_at,
  zone,
}: {
  starts_at: string
  ends_at: string | null
  zone: string
}) {
  const t = useTranslations()
  const text = formatRestOfTime({ starts_at, ends_at }, useTimeFormat(zone), (end) =>
    t('when.untilTime', { end }),
  )
  return <Parts text={text} />
}

/** Wraps between the parts of a text and at its dash rather than within "1 hr 50 min" or "6:00 PM", and begins no line with a separator. */
function Parts({ text }: { text: string }) {
  const parts = text.split(' · ')
  return (
    <span style={figures}>
      {parts.map((part, index) => {
        const whole = index < parts.length - 1 ? `${part} ·` : part
        return (
          <Fragment key={part}>
            {/* Outside, because a space within the span would join it to the part before. */}
            {index > 0 ? ' ' : null}
            {index > 0 ? <span style={{ whiteSpace: 'nowrap' }}>{whole}</span> : <Range text={whole} />}
          </Fragment>
        )
      })}
    </span>
  )
}

/** Wraps between parts of a text, never within one. */
const Whole = ({ parts }: { parts: readonly string[] }) =>
  parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 ? ' ' : null}
      <span style={{ whiteSpace: 'nowrap' }}>{part}</span>
    </Fragment>
  ))

/** A start and an end stay whole where each fits on a line. */
function Range({ text }: { text: string }) {
  const [start = '', ...end] = text.split(' – ')
  return end.length === 0 ? (
    <span style={{ display: 'inline-block' }}>{start}</span>
  ) : (
    <>
      <span style={{ display: 'inline-block' }}>{start} –</span>{' '}
      <span style={{ display: 'inline-block' }}>{end.join(' – ')}</span>
    </>
  )
}

/**
 * Displays one moment, "Today, 2:00 PM"; with `clock` only the time. With `zoned`, for a moment by which the reader acts, it names the zone
 * where their clock shows another time: "Today, 2:00 PM (Central Time)".
 */
export function Moment({
  at,
  zone,
  clock,
  inside,
  zoned,
}: {
  at: string
  zone: string
  clock?: boolean
  inside?: boolean
  zoned?: boolean
}) {
  const timeFormat = useTimeFormat(zone)
  const zoneName = zoned ? nameOtherZone(at, timeFormat) : null
  return (
    <time dateTime={at} style={figures}>
      <Whole
        parts={partsOfMoment(clock ? formatTime(at, timeFormat) : formatInstant(at, timeFormat, !inside))}
      />
      {zoneName === null ? null : ` (${zoneName})`}
    </time>
  )
}

/** Displays only the day, "Today", "Mon, Nov 23". With `inside` it starts in lower case, for use within a sentence. */
export function Day({ at, zone, inside }: { at: string; zone: string; inside?: boolean }) {
  return (
    <time dateTime={at} style={figures}>
      {formatDay(at, useTimeFormat(zone), !inside)}
    </time>
  )
}

/** Displays the remaining time of a current reservation, "1 hr 20 min left", counting down. */
export function TimeLeft({ ends_at, zone }: { ends_at: string; zone: string }) {
  const t = useTranslations()
  const { is_over, length } = formatTimeLeft(ends_at, useTimeFormat(zone))
  const text =
    length === null ? t('when.justEnded') : is_over ? t('when.ended', { length }) : t('when.left', { length })
  return (
    <span style={figures}>
      <Whole parts={partsOfLength(text)} />
    </span>
  )
}

const figures = { fontVariantNumeric: 'tabular-nums' } as const

'use client'
import {
  formatDay,
  formatInstant,
  formatReservationTime,
  formatTime,
  formatTimeLeft,
  type TimeFormat,
} from '@openspot/core/time/format.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { timeLocale } from '@/words/index.ts'

/**
 * Returns the context for formatting times of a lot: its zone, the reader's zone, and the current time. For texts;
 * screens use the components.
 */
export function useTimeFormat(zone: string): TimeFormat {
  const { now, reader_zone } = useClock()
  return { zone, now, locale: timeLocale, ...(reader_zone ? { reader_zone } : {}) }
}

/** Displays "Today 14:00 – 16:30 · 2 h 30" in the lot's local time. */
export function ReservationTime({
  starts_at,
  ends_at,
  zone,
}: {
  starts_at: string
  ends_at: string | null
  zone: string
}) {
  const parts = formatReservationTime({ starts_at, ends_at }, useTimeFormat(zone)).split(' · ')
  return (
    <span style={figures}>
      {parts.map((part, index) => (
        // Wraps between its parts rather than within "1 h 50".
        <span key={part} style={index > 0 ? { whiteSpace: 'nowrap' } : undefined}>
          {index > 0 ? ' · ' : null}
          {part}
        </span>
      ))}
    </span>
  )
}

/** Displays one moment, "Today 14:00"; with `clock` only the time. */
export function Moment({
  at,
  zone,
  clock,
  inside,
}: {
  at: string
  zone: string
  clock?: boolean
  inside?: boolean
}) {
  const timeFormat = useTimeFormat(zone)
  return (
    <time dateTime={at} style={figures}>
      {clock ? formatTime(at, timeFormat) : formatInstant(at, timeFormat, !inside)}
    </time>
  )
}

/** Displays only the day, "Today", "Mon 23 Nov". With `inside` it starts in lower case, for use within a sentence. */
export function Day({ at, zone, inside }: { at: string; zone: string; inside?: boolean }) {
  return (
    <time dateTime={at} style={figures}>
      {formatDay(at, useTimeFormat(zone), !inside)}
    </time>
  )
}

/** Displays the remaining time of a current reservation, "1 h 20 left", counting down. */
export function TimeLeft({ ends_at, zone }: { ends_at: string; zone: string }) {
  return <span style={figures}>{formatTimeLeft(ends_at, useTimeFormat(zone))}</span>
}

const figures = { fontVariantNumeric: 'tabular-nums' } as const

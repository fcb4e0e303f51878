'use client'
import { type Saying, sayDay, sayMoment, sayStay, sayTime, sayTimeLeft } from '@openspot/core/time/say.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { timeLocale } from '@/words/index.ts'

/** How to say times of a lot: its zone, the reader's zone, this moment. For texts; screens use the components. */
export function useSaying(zone: string): Saying {
  const { now, reader_zone } = useClock()
  return { zone, now, locale: timeLocale, ...(reader_zone ? { reader_zone } : {}) }
}

/** "Today 14:00 – 16:30 · 2 h 30", by the lot's clock. */
export function Stay({
  starts_at,
  ends_at,
  zone,
}: {
  starts_at: string
  ends_at: string | null
  zone: string
}) {
  const parts = sayStay({ starts_at, ends_at }, useSaying(zone)).split(' · ')
  return (
    <span style={figures}>
      {parts.map((part, index) => (
        // Broken between its parts rather than inside "1 h 50".
        <span key={part} style={index > 0 ? { whiteSpace: 'nowrap' } : undefined}>
          {index > 0 ? ' · ' : null}
          {part}
        </span>
      ))}
    </span>
  )
}

/** One moment with its day, "Today 14:00"; with `clock` the time alone. */
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
  const saying = useSaying(zone)
  return (
    <time dateTime={at} style={figures}>
      {clock ? sayTime(at, saying) : sayMoment(at, saying, !inside)}
    </time>
  )
}

/** The day alone, "Today", "Mon 23 Nov": what has no hour. `inside` a sentence it begins small. */
export function Day({ at, zone, inside }: { at: string; zone: string; inside?: boolean }) {
  return (
    <time dateTime={at} style={figures}>
      {sayDay(at, useSaying(zone), !inside)}
    </time>
  )
}

/** "1 h 20 left": what remains of a running stay, counting down. */
export function TimeLeft({ ends_at, zone }: { ends_at: string; zone: string }) {
  return <span style={figures}>{sayTimeLeft(ends_at, useSaying(zone))}</span>
}

const figures = { fontVariantNumeric: 'tabular-nums' } as const

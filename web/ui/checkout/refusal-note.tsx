'use client'
import { Button } from '@mantine/core'
import type { Offer } from '@openspot/contract/booking/quotes.ts'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { formatInstant, formatMinutes } from '@openspot/core/time/format.ts'
import { findMinutesOf, isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays } from '@openspot/core/time/zone.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { ruleName } from '@/ui/rule-name.ts'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import type { OpenReservation } from '@/ui/time-fields.tsx'
import css from './checkout.module.css'

type Refusal = NonNullable<Offer['refusal']>

/** Explains why a time cannot be booked and by which rule, and offers the nearest possible times. */
export function RefusalNote({
  refusal,
  lot,
  times,
  onChange,
}: {
  refusal: Refusal
  lot: PublicLot
  times: OpenReservation
  onChange: (times: OpenReservation) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const timeFormat = useTimeFormat(lot.time_zone)
  const { rule, message } = refusal
  const nearby = new URLSearchParams({ lat: String(lot.lat), lng: String(lot.lng), place: lot.name })
  return (
    <Note title={t('lot.refusedTitle')}>
      <p>{message}</p>
      {rule ? <p className={css.small}>{t('lot.rule', { rule: ruleName(t, rule) })}</p> : null}
      <div className={css.noteAction}>
        {waysOn(t, refusal, times, now, lot.time_zone, (at) => formatInstant(at, timeFormat, false)).map(
          (way) => (
            <Button key={way.word} variant="default" onClick={() => onChange(way.times)}>
              {way.word}
            </Button>
          ),
        )}
        <Button component={Link} variant="subtle" href={`/?${nearby}`}>
          {t('lot.ways.otherLots')}
        </Button>
      </div>
    </Note>
  )
}

/** Returns the nearest possible times that the refusal names. */
function waysOn(
  t: Translate,
  { details = {} }: Refusal,
  times: OpenReservation,
  now: string,
  zone: string,
  textAt: (at: string) => string,
): { word: string; times: OpenReservation }[] {
  const starts = minutesOf(times.starts_at)
  const length = times.ends_at === null ? 0 : minutesOf(times.ends_at) - starts
  const lasting = (minutes: number) => ({
    word: t('lot.ways.last', { length: formatMinutes(minutes, localeOf(t)) }),
    times: { ...times, ends_at: isoOf(starts + minutes) },
  })
  const { opens_at, field, min_duration_minutes, max_duration_minutes, max_ahead_days } = details
  const opens = typeof opens_at === 'string' ? findMinutesOf(opens_at) : null
  if (opens !== null && field === 'starts_at') {
    const ends_at = times.ends_at && isoOf(opens + length)
    return [
      {
        word: t('lot.ways.startAt', { when: textAt(isoOf(opens)) }),
        times: { starts_at: isoOf(opens), ends_at },
      },
    ]
  }
  if (opens !== null) {
    return [
      {
        word: t('lot.ways.endAt', { when: textAt(isoOf(opens)) }),
        times: { ...times, ends_at: isoOf(opens) },
      },
    ]
  }
  if (typeof min_duration_minutes === 'number') return [lasting(min_duration_minutes)]
  if (typeof max_duration_minutes === 'number') return [lasting(max_duration_minutes)]
  if (typeof max_ahead_days === 'number') {
    // As far ahead as allowed, at the requested time of day.
    let at = starts
    const latest = plusLocalDays(zone, minutesOf(now), max_ahead_days)
    while (at > latest) at = plusLocalDays(zone, at, -1)
    if (at <= minutesOf(now)) return []
    return [
      {
        word: t('lot.ways.startAt', { when: textAt(isoOf(at)) }),
        times: { starts_at: isoOf(at), ends_at: times.ends_at && isoOf(at + length) },
      },
    ]
  }
  return times.ends_at === null
    ? [{ word: t('lot.ways.withEnd'), times: { ...times, ends_at: isoOf(starts + 120) } }]
    : []
}

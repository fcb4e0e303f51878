'use client'
import type { StaffCalendarPart } from '@openspot/contract/lots/spots.ts'
import { formatDay, formatTime } from '@openspot/core/time/format.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import type { CalendarDay } from '@/lib/calendar-days.ts'
import { seenName } from '@/lib/seen-name.ts'
import { type MonthDay, MonthGrid } from '@/ui/month-grid.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './month-view.module.css'

/** One cell per day with its hours as a bar and the occupants; pressing it opens the week. */
export function MonthView({
  days,
  month,
  today,
  zone,
  noteOf,
  onDay,
}: {
  days: readonly CalendarDay<StaffCalendarPart>[]
  /** "2026-03"; days of other months are paler. */
  month: string
  today: string
  zone: string
  noteOf: (availability_id: string | null) => string
  onDay: (on: string) => void
}) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(zone)
  return (
    <MonthGrid
      month={month}
      days={days}
      today={today}
      more={(count) => t('spotCalendar.more', { count })}
      onDay={onDay}
      dayOf={(day) => monthDay(t, day, zone, noteOf, timeFormat)}
    />
  )
}

function monthDay(
  t: Translate,
  { on, pieces }: CalendarDay<StaffCalendarPart>,
  zone: string,
  noteOf: (availability_id: string | null) => string,
  timeFormat: ReturnType<typeof useTimeFormat>,
): MonthDay {
  const names = pieces.flatMap(({ part }) => {
    if (part.reservation) return seenName(t, part.reservation.name)
    return part.state === 'CLOSED' ? noteOf(part.availability_id) : []
  })
  const spoken = pieces.flatMap(({ part, starts_at, ends_at }) => {
    if (part.state === 'OPEN') return []
    const { reservation, availability_id } = part
    const name = reservation ? seenName(t, reservation.name) : noteOf(availability_id)
    return `${name} ${formatTime(starts_at, timeFormat)} – ${formatTime(ends_at, timeFormat)}`
  })
  const day = formatDay(isoOf(startOfDate(zone, on)), timeFormat)
  return {
    label: `${day}: ${spoken.length > 0 ? spoken.join(t('common.comma')) : t('spotCalendar.allFree')}`,
    bars: (
      <span className={css.bar}>
        {pieces.map((piece) => (
          <span
            key={piece.starts_at}
            data-state={piece.part.state}
            style={{
              insetInlineStart: `${piece.from * 100}%`,
              inlineSize: `${(piece.to - piece.from) * 100}%`,
            }}
          />
        ))}
      </span>
    ),
    names,
  }
}

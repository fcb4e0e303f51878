'use client'
import type { StaffCalendarPart } from '@openspot/contract/lots/spots.ts'
import { formatDay, formatHour, formatTime } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { type CalendarDay, clockShare, type Piece } from '@/lib/calendar-days.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { seenName } from '@/lib/seen-name.ts'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './week-view.module.css'

const hours = [0, 6, 12, 18, 24]

/**
 * One row per day with hours from left to right; a reservation links to its page, and free time links to booking it.
 */
export function WeekView({
  days,
  today,
  zone,
  lot,
  spot_id,
  noteOf,
}: {
  days: readonly CalendarDay<StaffCalendarPart>[]
  today: string
  zone: string
  lot: ConsoleLot
  spot_id: string
  noteOf: (availability_id: string | null) => string
}) {
  const { now } = useClock()
  const timeFormat = useTimeFormat(zone)
  return (
    <div className={css.week}>
      <div className={css.hours} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
            {formatHour(hour, timeFormat.locale)}
          </span>
        ))}
      </div>
      {days.map(({ on, pieces }) => (
        <section key={on} className={css.day} data-today={on === today || undefined}>
          <h3>{formatDay(isoOf(startOfDate(zone, on)), timeFormat)}</h3>
          <div className={css.line}>
            {on <= today ? (
              <span
                className={css.past}
                data-now={on === today || undefined}
                style={{ inlineSize: `${on === today ? clockShare(zone, minutesOf(now)) * 100 : 100}%` }}
              />
            ) : null}
            <ul>
              {pieces.map((piece) => (
                <li
                  key={piece.starts_at}
                  className={css.piece}
                  data-state={piece.part.state}
                  style={{
                    insetInlineStart: `${piece.from * 100}%`,
                    inlineSize: `${Math.max(0.4, (piece.to - piece.from) * 100)}%`,
                  }}
                >
                  <PieceOf piece={piece} zone={zone} lot={lot} spot_id={spot_id} noteOf={noteOf} />
                </li>
              ))}
            </ul>
          </div>
        </section>
      ))}
    </div>
  )
}

function PieceOf({
  piece,
  zone,
  lot,
  spot_id,
  noteOf,
}: {
  piece: Piece<StaffCalendarPart>
  zone: string
  lot: ConsoleLot
  spot_id: string
  noteOf: (availability_id: string | null) => string
}) {
  const t = useTranslations()
  const { now } = useClock()
  const timeFormat = useTimeFormat(zone)
  const { state, reservation, availability_id } = piece.part
  const isWhole = piece.from === 0 && piece.to === 1
  const times = isWhole
    ? t('when.allDay')
    : `${formatTime(piece.starts_at, timeFormat)} – ${formatTime(piece.ends_at, timeFormat)}`
  if (reservation) {
    const name = seenName(t, reservation.name)
    const who = [name, reservation.plate].filter(Boolean).join(t('common.comma'))
    return (
      <Link
        href={`/lots/${lot.id}/reservations/${reservation.id}`}
        title={`${who}, ${times}`}
        className={css.what}
      >
        <span>{name}</span>
        <span className={css.times}>{times}</span>
        <span className="sr-only">{reservation.plate}</span>
      </Link>
    )
  }
  if (state === 'CLOSED') {
    return (
      <span className={css.what} title={`${noteOf(availability_id)}, ${times}`}>
        <span>{noteOf(availability_id)}</span>
        <span className={css.times}>{times}</span>
      </span>
    )
  }
  const starts_at = minutesOf(piece.starts_at) < minutesOf(now) ? nextHalfHour(now) : piece.starts_at
  if (!lot.is_admin || starts_at >= piece.ends_at)
    return <span className="sr-only">{t('spotCalendar.freeAt', { times })}</span>
  const query = new URLSearchParams({ spot_id, starts_at })
  return (
    <Link
      href={`/lots/${lot.id}/reservations/new?${query}`}
      className={css.free}
      title={t('spotCalendar.book')}
      aria-label={`${t('spotCalendar.book')}, ${t('spotCalendar.freeAt', { times })}`}
    />
  )
}

const nextHalfHour = (now: string): string => isoOf(Math.ceil(minutesOf(now) / 30) * 30)

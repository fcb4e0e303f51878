'use client'
import type { StaffCalendarPart } from '@openspot/contract/lots/spots.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { reservationPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'
import { Plate } from '@/ui/plate.tsx'
import { Moment, ReservationTime } from '@/ui/time.tsx'
import css from './calendar.module.css'

interface Range {
  starts_at: string
  ends_at: string
}

/** The reservations of the displayed days as a list, because a bar may be too short for a name. */
export function Agenda({
  parts,
  range,
  lot,
}: {
  parts: readonly StaffCalendarPart[]
  range: Range
  lot: ConsoleLot
}) {
  const t = useTranslations()
  const reservations = parts.flatMap(({ reservation, starts_at, ends_at }) =>
    reservation ? [{ ...reservation, starts_at, ends_at: ends_at ?? range.ends_at }] : [],
  )
  return (
    <section className={css.agenda}>
      <h3>{t('spotCalendar.inTheseDays')}</h3>
      {reservations.length === 0 ? (
        <p>{t('spotCalendar.nobody')}</p>
      ) : (
        <ul>
          {reservations.map((booked) => (
            <li key={booked.starts_at}>
              <span>
                <Within times={booked} range={range} zone={lot.time_zone} />
              </span>
              <Link href={reservationPath(lot.id, booked.id)}>{seenName(t, booked.name)}</Link>
              {booked.plate ? <Plate plate={booked.plate} size="sm" /> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/**
 * The part of the time that lies within the displayed days: the calendar is cut off there, the reservation may
 * continue.
 */
function Within({ times, range, zone }: { times: Range; range: Range; zone: string }) {
  const t = useTranslations()
  const begins = minutesOf(times.starts_at) > minutesOf(range.starts_at)
  const ends = minutesOf(times.ends_at) < minutesOf(range.ends_at)
  if (begins && ends)
    return <ReservationTime starts_at={times.starts_at} ends_at={times.ends_at} zone={zone} />
  if (!begins && !ends) return t('spotCalendar.throughout')
  return begins
    ? t.rich('spotCalendar.from', { time: tag(<Moment at={times.starts_at} zone={zone} inside />) })
    : t.rich('spotCalendar.until', { time: tag(<Moment at={times.ends_at} zone={zone} inside />) })
}

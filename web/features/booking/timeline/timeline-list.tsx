'use client'
import { Button } from '@mantine/core'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath, spotPath } from '@/lib/paths.ts'
import { statusWord } from '@/ui/reservation/reservation-status.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './timeline.module.css'
import type { Scale } from './timeline-scale.ts'
import { CHUNK, type TimelineFilter, useTimeline } from './use-timeline.ts'

/** The same as text: each spot with its reservations, for screen readers and for who prefers to read. */
export function TimelineList({
  lot,
  scale,
  filter,
  onEmpty,
}: {
  lot: ConsoleLot
  scale: Scale
  filter: TimelineFilter
  onEmpty: () => ReactNode
}) {
  const t = useTranslations()
  const { now } = useClock()
  const [last, setLast] = useState(CHUNK)
  const { spot_count, spotAt, error, retry } = useTimeline(lot, scale, filter, { first: 0, last }, last)
  if (error && spot_count === null) return <ErrorState error={error} onRetry={retry} />
  if (spot_count === null) return <ListSkeleton rows={8} />
  if (spot_count === 0) return <>{onEmpty()}</>
  const spots = Array.from({ length: Math.min(last, spot_count) }, (_, row) => spotAt(row)).filter(
    (spot) => spot !== undefined,
  )
  return (
    <>
      <ul className={css.list}>
        {spots.map((spot) => (
          <li key={spot.id}>
            <h2>
              <Link href={spotPath(lot.id, spot.id)} prefetch={false}>
                {spot.label}
              </Link>
            </h2>
            {spot.reservations.length === 0 ? (
              <p className={css.quiet}>{t('timeline.noReservations')}</p>
            ) : (
              <ul>
                {spot.reservations.map((one) => (
                  <li key={one.id}>
                    <Link href={reservationPath(lot.id, one.id)} prefetch={false}>
                      {one.name ?? one.plate ?? t('staffChange.someone')}
                    </Link>{' '}
                    <ReservationTime starts_at={one.starts_at} ends_at={one.ends_at} zone={lot.time_zone} />
                    <span className={css.quiet}>
                      {[statusWord(t, one, now), one.has_open_bill ? t('timeline.owes') : null]
                        .filter(Boolean)
                        .join(t('common.comma'))}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {last < spot_count ? (
        <Button variant="default" onClick={() => setLast(last + CHUNK)}>
          {t('timeline.more')}
        </Button>
      ) : null}
    </>
  )
}

'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { IconRoute } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { directionsUrl } from '@/lib/directions.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { Plate } from '@/ui/plate.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
import { Moment, ReservationTime, TimeLeft } from '@/ui/time.tsx'
import css from './pass.module.css'

/** The pass: everything needed on the way and at the spot, on one card that is readable at arm's length. */
export function Pass({ reservation, heading = 'h2' }: { reservation: Reservation; heading?: 'h1' | 'h2' }) {
  const t = useTranslations()
  const { now } = useClock()
  const phase = phaseOf(reservation, now)
  const Heading = heading
  const zone = reservation.lot.time_zone
  return (
    <article className={css.pass} data-phase={phase}>
      <header className={css.passHead}>
        <div>
          <Heading>{reservation.lot.name}</Heading>
          <p>
            <bdi>{[reservation.lot.street, reservation.lot.city].filter(Boolean).join(', ')}</bdi>
          </p>
        </div>
        <span className={css.status} data-phase={phase}>
          {phase === 'running' && reservation.status === 'ACTIVE'
            ? t('driver.running')
            : t(`driver.statuses.${reservation.status}`)}
        </span>
      </header>
      <div className={css.passBody}>
        <div className={css.bay}>
          <div className={css.bayInner}>
            <span className={css.bayWord}>{t('driver.spot')}</span>
            <span className={css.bayLabel} data-long={reservation.spot.label.length > 4 || undefined}>
              {reservation.spot.label}
            </span>
            {Math.abs(reservation.spot.level) > 1 || reservation.spot.level < 0 ? (
              <span className={css.bayWord}>{levelText(t, reservation.spot.level)}</span>
            ) : null}
          </div>
        </div>
        <div className={css.facts}>
          {phase === 'running' && reservation.ends_at ? (
            <p className={css.left}>
              <TimeLeft ends_at={reservation.ends_at} zone={zone} />
            </p>
          ) : (
            <p className={css.begin}>
              <Moment at={reservation.starts_at} zone={zone} />
            </p>
          )}
          <p className={css.stay}>
            <ReservationTime starts_at={reservation.starts_at} ends_at={reservation.ends_at} zone={zone} />
          </p>
        </div>
      </div>
      <div className={css.passPlate}>
        {reservation.car ? (
          <Plate plate={reservation.car.plate} region={reservation.car.region || null} size="lg" />
        ) : (
          <p className={css.quiet}>{t('driver.noPlate')}</p>
        )}
      </div>
      {phase === 'running' || phase === 'ahead' ? (
        <footer className={css.passFoot}>
          <Button
            component="a"
            href={directionsUrl(reservation.lot)}
            target="_blank"
            rel="noopener"
            h={48}
            leftSection={<IconRoute size={18} aria-hidden="true" />}
          >
            {t('driver.directions')}
          </Button>
        </footer>
      ) : null}
    </article>
  )
}

'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { Note } from '@/ui/states.tsx'
import { Moment, ReservationTime } from '@/ui/time.tsx'
import css from './reservations.module.css'

/** A held spot that awaits its driver: the deadline, and how to keep it. */
export function HeldNote({ reservation, isOffer }: { reservation: Reservation; isOffer: boolean }) {
  const t = useTranslations()
  const zone = reservation.lot.time_zone
  const say =
    reservation.status === 'PENDING'
      ? { title: t('driver.acceptTitle'), text: 'driver.acceptText' as const, go: t('driver.acceptGo') }
      : isOffer
        ? { title: t('driver.offerTitle'), text: 'driver.offerText' as const, go: t('driver.offerGo') }
        : { title: t('driver.finishTitle'), text: 'driver.finishText' as const, go: t('driver.finish') }
  return (
    <Note title={say.title}>
      <p>
        {reservation.lot.name},{' '}
        <ReservationTime starts_at={reservation.starts_at} ends_at={reservation.ends_at} zone={zone} />
      </p>
      {reservation.hold_expires_at ? (
        <p>
          {t.rich(say.text, {
            time: tag(<Moment at={reservation.hold_expires_at} zone={zone} inside />),
          })}
        </p>
      ) : null}
      <div className={css.noteAction}>
        <Button component={Link} href={`/me/reservations/${reservation.id}`}>
          {say.go}
        </Button>
      </div>
    </Note>
  )
}

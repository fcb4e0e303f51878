'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { Note } from '@/ui/states.tsx'
import { Moment, ReservationTime } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './reservations.module.css'

/** A held spot that awaits its driver: the deadline, and how to keep it. */
export function HeldNote({ reservation, isOffer }: { reservation: Reservation; isOffer: boolean }) {
  const { driver } = words
  const zone = reservation.lot.time_zone
  const say =
    reservation.status === 'PENDING'
      ? { title: driver.acceptTitle, text: driver.acceptText, go: driver.acceptGo }
      : isOffer
        ? { title: driver.offerTitle, text: driver.offerText, go: driver.offerGo }
        : { title: driver.finishTitle, text: driver.finishText, go: driver.finish }
  return (
    <Note title={say.title}>
      <p>
        {reservation.lot.name},{' '}
        <ReservationTime starts_at={reservation.starts_at} ends_at={reservation.ends_at} zone={zone} />
      </p>
      {reservation.hold_expires_at ? (
        <p>
          {say.text} <Moment at={reservation.hold_expires_at} zone={zone} inside />.
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

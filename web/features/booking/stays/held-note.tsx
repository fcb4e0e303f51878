'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { Note } from '@/ui/states.tsx'
import { Moment, Stay } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './stays.module.css'

/** A held spot that awaits its driver: the deadline, and how to keep it. */
export function HeldNote({ stay, isOffer }: { stay: Reservation; isOffer: boolean }) {
  const { driver } = words
  const zone = stay.lot.time_zone
  const say =
    stay.status === 'PENDING'
      ? { title: driver.acceptTitle, text: driver.acceptText, go: driver.acceptGo }
      : isOffer
        ? { title: driver.offerTitle, text: driver.offerText, go: driver.offerGo }
        : { title: driver.finishTitle, text: driver.finishText, go: driver.finish }
  return (
    <Note title={say.title}>
      <p>
        {stay.lot.name}, <Stay starts_at={stay.starts_at} ends_at={stay.ends_at} zone={zone} />
      </p>
      {stay.hold_expires_at ? (
        <p>
          {say.text} <Moment at={stay.hold_expires_at} zone={zone} inside />.
        </p>
      ) : null}
      <div className={css.noteAction}>
        <Button component={Link} href={`/me/reservations/${stay.id}`}>
          {say.go}
        </Button>
      </div>
    </Note>
  )
}

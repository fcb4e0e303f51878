import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Note } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './booking.module.css'

/** Asks before a second spot is booked in the same lot for the same time, and leads to the first. */
export function AlreadyBooked({
  reservation,
  car_id,
  onAnother,
}: {
  reservation: Reservation
  /** The vehicle that is chosen for the new booking. */
  car_id: string | null
  onAnother: () => void
}) {
  const t = useTranslations()
  const isSameCar = car_id !== null && reservation.car?.id === car_id
  return (
    <Note title={isSameCar ? t('booking.hasSpotCar') : t('booking.hasSpot')}>
      <p>
        <strong>{t('booking.spot', { label: reservation.spot.label })}</strong>
        {' · '}
        <ReservationTime
          starts_at={reservation.starts_at}
          ends_at={reservation.ends_at}
          zone={reservation.lot.time_zone}
        />
      </p>
      <p>{t('booking.hasSpotText')}</p>
      <div className={css.noteAction}>
        <Button component={Link} href={`/me/reservations/${reservation.id}`}>
          {t('booking.hasSpotOpen')}
        </Button>
        <Button variant="default" onClick={onAnother}>
          {t('booking.hasSpotAnother')}
        </Button>
      </div>
    </Note>
  )
}

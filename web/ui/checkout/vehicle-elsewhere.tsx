import { Button } from '@mantine/core'
import type { VehicleElsewhere as Elsewhere } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Note } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './vehicle-elsewhere.module.css'

/** Asks before a vehicle has spots in two lots for the same time, or says that the lot refuses it, and where it is already. */
export function VehicleElsewhere({
  elsewhere,
  text,
  both,
  isRefused,
  onBoth,
}: {
  elsewhere: Elsewhere
  /** Why it asks, or what to do if the lot refuses it. */
  text: string
  /** What the driver answers who wants both. */
  both: string
  isRefused: boolean
  onBoth: () => void
}) {
  const t = useTranslations()
  const { car, lot_name, spot_label, starts_at, ends_at, time_zone, reservation_id } = elsewhere
  return (
    <Note title={t('booking.elsewhere', { plate: car.plate })}>
      <p>
        <strong>{t('booking.elsewhereWhere', { lot: lot_name, label: spot_label })}</strong>
        <br />
        <ReservationTime starts_at={starts_at} ends_at={ends_at} zone={time_zone} />
      </p>
      <p>{text}</p>
      <div className={css.actions}>
        <Button component={Link} href={`/me/reservations/${reservation_id}`}>
          {t('booking.hasSpotOpen')}
        </Button>
        {isRefused ? null : (
          <Button variant="default" onClick={onBoth}>
            {both}
          </Button>
        )}
      </div>
    </Note>
  )
}

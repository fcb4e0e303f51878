import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { ReceiptButton } from '@/ui/invoice/receipt-buttons.tsx'
import { Money } from '@/ui/money.tsx'
import { ReservationTime, reservationTimeText, useTimeFormat } from '@/ui/time.tsx'
import css from './reservations.module.css'

/** A reservation as a row of a list. */
export function ReservationRow({
  reservation,
  phase,
}: {
  reservation: Reservation
  phase: 'ahead' | 'over'
}) {
  const t = useTranslations()
  const word =
    phase === 'over' && reservation.status === 'ACTIVE'
      ? t('driver.over')
      : t(`driver.statuses.${reservation.status}`)
  const timeFormat = useTimeFormat(reservation.lot.time_zone)
  // An unconfirmed reservation was never paid.
  const invoice_id = reservation.confirmed_at === null ? null : reservation.invoice_id
  return (
    <li className={css.row}>
      <span className={css.rowSpot}>{reservation.spot.label}</span>
      <div className={css.rowText}>
        <Link href={`/me/reservations/${reservation.id}`} prefetch={false}>
          {reservation.lot.name}
        </Link>
        <p>
          <ReservationTime
            starts_at={reservation.starts_at}
            ends_at={reservation.ends_at}
            zone={reservation.lot.time_zone}
          />
        </p>
      </div>
      <div className={css.rowEnd}>
        {reservation.total_cents !== null && reservation.currency ? (
          <Money cents={reservation.total_cents} currency={reservation.currency} />
        ) : null}
        <span className={css.quiet}>{word}</span>
      </div>
      {phase === 'over' && invoice_id !== null ? (
        <div className={css.rowReceipt}>
          <ReceiptButton
            invoice_id={invoice_id}
            of={`${reservation.lot.name}, ${reservationTimeText(t, reservation, timeFormat)}`}
          />
        </div>
      ) : null}
    </li>
  )
}

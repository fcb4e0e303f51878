import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { rebookPath } from '@/lib/paths.ts'
import { ReceiptButton } from '@/ui/invoice/receipt-buttons.tsx'
import { LotName } from '@/ui/lot/lot-text.tsx'
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
  const { now } = useClock()
  const timeFormat = useTimeFormat(reservation.lot.time_zone)
  const name = `${reservation.lot.name}, ${reservationTimeText(t, reservation, timeFormat)}`
  // An unconfirmed reservation was never paid.
  const invoice_id = reservation.confirmed_at === null ? null : reservation.invoice_id
  // The price of a canceled or expired reservation would look as if it had been paid; its page says what was.
  const isSold = reservation.status !== 'CANCELED' && reservation.status !== 'EXPIRED'
  // A price of zero says nothing: if staff moved the reservation to another spot, its later part has the price.
  const price_cents = isSold ? (reservation.total_cents ?? 0) : 0
  return (
    <li className={css.row}>
      <span className={css.rowSpot}>{reservation.spot.label}</span>
      <div className={css.rowText}>
        <Link href={`/me/reservations/${reservation.id}`} prefetch={false}>
          <LotName lot={reservation.lot} />
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
        {price_cents > 0 && reservation.currency ? (
          <Money cents={price_cents} currency={reservation.currency} />
        ) : null}
        <span className={css.quiet}>{word}</span>
      </div>
      {phase === 'over' && invoice_id !== null ? (
        <div className={css.rowReceipt}>
          <Button
            component={Link}
            href={rebookPath(reservation, now)}
            prefetch={false}
            variant="light"
            size="compact-md"
            aria-label={`${t('driver.rebook')}: ${name}`}
          >
            {t('driver.rebook')}
          </Button>
          <ReceiptButton invoice_id={invoice_id} of={name} />
        </div>
      ) : null}
    </li>
  )
}

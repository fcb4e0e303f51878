import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { rebookPath } from '@/lib/paths.ts'
import { canRebook } from '@/lib/reservation-phase.ts'
import { ReceiptButton } from '@/ui/invoice/receipt-buttons.tsx'
import { LotName } from '@/ui/lot/lot-text.tsx'
import { Money } from '@/ui/money.tsx'
import { ReservationTime, reservationTimeText, useTimeFormat } from '@/ui/time.tsx'
import css from './reservations.module.css'
import { rowPrice } from './row-price.ts'

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
  const price = rowPrice(reservation)
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
        {price === 'free' ? <span>{t('driver.free')}</span> : null}
        {price !== null && price !== 'free' ? <Money cents={price.cents} currency={price.currency} /> : null}
        <span className={css.quiet}>{word}</span>
      </div>
      {phase === 'over' && canRebook(reservation, now) ? (
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
          {invoice_id === null ? null : <ReceiptButton invoice_id={invoice_id} of={name} />}
        </div>
      ) : null}
    </li>
  )
}

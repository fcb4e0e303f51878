import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath, spotPath } from '@/lib/paths.ts'
import type { Column } from '@/ui/data-table.tsx'
import { Money } from '@/ui/money.tsx'
import { Plate } from '@/ui/plate.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import { driverName } from './driver-name.ts'
import css from './reservation-columns.module.css'
import { ReservationPhaseLabel } from './reservation-status.tsx'

/**
 * Columns of the list of reservations; the first one links to the reservation. Money is shown if the server returns it.
 */
export function reservationColumns(
  t: Translate,
  lot: Pick<ConsoleLot, 'id' | 'time_zone' | 'is_admin'>,
): Column<Reservation>[] {
  const total: Column<Reservation> = {
    key: 'total',
    head: t('staffReservations.columns.total'),
    isFigure: true,
    cell: (reservation) =>
      reservation.total_cents !== null && reservation.currency ? (
        <Money cents={reservation.total_cents} currency={reservation.currency} />
      ) : null,
  }
  return [
    {
      key: 'driver',
      head: t('staffReservations.columns.driver'),
      cell: (reservation) => (
        <Link href={reservationPath(lot.id, reservation.id)}>{driverName(t, reservation.driver)}</Link>
      ),
    },
    {
      key: 'plate',
      head: t('staffReservations.columns.plate'),
      cell: (reservation) => (reservation.car ? <Plate plate={reservation.car.plate} size="sm" /> : null),
    },
    {
      key: 'spot',
      head: t('staffReservations.columns.spot'),
      cell: (reservation) => (
        <Link className={css.label} href={spotPath(lot.id, reservation.spot_id)}>
          {reservation.spot.label}
        </Link>
      ),
    },
    {
      key: 'time',
      head: t('staffReservations.columns.time'),
      cell: (reservation) => (
        <ReservationTime
          starts_at={reservation.starts_at}
          ends_at={reservation.ends_at}
          zone={lot.time_zone}
        />
      ),
    },
    {
      key: 'status',
      head: t('staffReservations.columns.status'),
      cell: (reservation) => (
        <span className={css.statusCell}>
          <ReservationPhaseLabel reservation={reservation} />
          {reservation.override_reason && !reservation.continues_id ? (
            <span className={css.overridden}>{t('staffReservations.overridden')}</span>
          ) : null}
        </span>
      ),
    },
    ...(lot.is_admin ? [total] : []),
    {
      key: 'code',
      head: t('staffReservations.columns.code'),
      cell: ({ id }) => (
        <span className={css.code} translate="no">
          {shortCode(id)}
        </span>
      ),
    },
  ]
}

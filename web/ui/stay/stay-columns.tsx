import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { spotPath, stayPath } from '@/lib/paths.ts'
import type { Column } from '@/ui/data-table.tsx'
import { Money } from '@/ui/money.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Stay } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './stay-columns.module.css'
import { StayStatus } from './stay-status.tsx'

/**
 * Columns of the list of reservations; the first one links to the reservation. Money is shown if the server returns it.
 */
export function stayColumns(lot: Pick<ConsoleLot, 'id' | 'time_zone' | 'is_admin'>): Column<Reservation>[] {
  const { columns, nameOf, overridden } = words.staffReservations
  const total: Column<Reservation> = {
    key: 'total',
    head: columns.total,
    isFigure: true,
    cell: (stay) =>
      stay.total_cents !== null && stay.currency ? (
        <Money cents={stay.total_cents} currency={stay.currency} />
      ) : null,
  }
  return [
    {
      key: 'driver',
      head: columns.driver,
      cell: (stay) => <Link href={stayPath(lot.id, stay.id)}>{nameOf(stay.driver)}</Link>,
    },
    {
      key: 'plate',
      head: columns.plate,
      cell: (stay) => (stay.car ? <Plate plate={stay.car.plate} size="sm" /> : null),
    },
    {
      key: 'spot',
      head: columns.spot,
      cell: (stay) => (
        <Link className={css.label} href={spotPath(lot.id, stay.spot_id)}>
          {stay.spot.label}
        </Link>
      ),
    },
    {
      key: 'time',
      head: columns.time,
      cell: (stay) => <Stay starts_at={stay.starts_at} ends_at={stay.ends_at} zone={lot.time_zone} />,
    },
    {
      key: 'status',
      head: columns.status,
      cell: (stay) => (
        <span className={css.statusCell}>
          <StayStatus stay={stay} />
          {stay.override_reason && !stay.continues_id ? (
            <span className={css.overridden}>{overridden}</span>
          ) : null}
        </span>
      ),
    },
    ...(lot.is_admin ? [total] : []),
  ]
}

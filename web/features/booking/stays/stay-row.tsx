import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { formatReservationTime } from '@openspot/core/time/say.ts'
import Link from 'next/link'
import { ReceiptButton } from '@/ui/invoice/receipt-buttons.tsx'
import { Money } from '@/ui/money.tsx'
import { Stay, useSaying } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './stays.module.css'

/** A reservation as a row of a list. */
export function StayRow({ stay, phase }: { stay: Reservation; phase: 'ahead' | 'over' }) {
  const word =
    phase === 'over' && stay.status === 'ACTIVE' ? words.driver.over : words.driver.statuses[stay.status]
  const title = useSaying(stay.lot.time_zone)
  // An unconfirmed reservation was never paid.
  const invoice_id = stay.confirmed_at === null ? null : stay.invoice_id
  return (
    <li className={css.row}>
      <span className={css.rowSpot}>{stay.spot.label}</span>
      <div className={css.rowText}>
        <Link href={`/me/reservations/${stay.id}`} prefetch={false}>
          {stay.lot.name}
        </Link>
        <p>
          <Stay starts_at={stay.starts_at} ends_at={stay.ends_at} zone={stay.lot.time_zone} />
        </p>
      </div>
      <div className={css.rowEnd}>
        {stay.total_cents !== null && stay.currency ? (
          <Money cents={stay.total_cents} currency={stay.currency} />
        ) : null}
        <span className={css.quiet}>{word}</span>
      </div>
      {phase === 'over' && invoice_id !== null ? (
        <div className={css.rowReceipt}>
          <ReceiptButton
            invoice_id={invoice_id}
            of={`${stay.lot.name}, ${formatReservationTime(stay, title)}`}
          />
        </div>
      ) : null}
    </li>
  )
}

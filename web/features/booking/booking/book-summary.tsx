'use client'
import { Anchor } from '@mantine/core'
import type { Price } from '@openspot/contract/booking/quotes.ts'
import type { OfferedSpot, PublicLot } from '@openspot/contract/lots/lots.ts'
import Link from 'next/link'
import { cancelUntil } from '@/lib/cancel-until.ts'
import { PriceLines } from '@/ui/price-lines.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { spotWords } from '@/ui/spot/spot-words.ts'
import { Moment, ReservationTime } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './booking.module.css'
import { type BookingOrder, backPath } from './order.ts'

/** The spot of a booking, as far as it is known. */
export type BookedSpot = Pick<OfferedSpot, 'label' | 'type' | 'features'>

/** Summarizes the booking: spot, lot, time, and price lines. */
export function BookSummary({
  lot,
  spot,
  order,
  price,
  isPriced,
  period_ends_at,
}: {
  lot: PublicLot
  /** Null means any spot, not yet assigned. */
  spot: BookedSpot | null
  order: BookingOrder
  price: Price | null
  /** Whether a price was requested; if so, a null price means that there is none. */
  isPriced?: boolean
  /** For a monthly reservation: the end of the period that the price covers. */
  period_ends_at?: string | null
}) {
  const say = words.booking
  const zone = lot.time_zone
  return (
    <section className={css.summary} aria-label={say.stay}>
      <div className={css.what}>
        <span className={css.bay} aria-hidden="true">
          <span>{spot ? spot.label : say.any}</span>
        </span>
        <div>
          <h2>{spot ? say.spot(spot.label) : say.anySpot}</h2>
          <p>{lot.name}</p>
          <p className={css.quiet}>{[lot.street, lot.city].filter(Boolean).join(', ')}</p>
        </div>
      </div>
      {order.spot_id === null ? (
        <p className={css.quiet}>{spot ? say.pickedForYou : say.anySpotText}</p>
      ) : null}
      <p className={css.stay}>
        <ReservationTime starts_at={order.starts_at} ends_at={order.ends_at} zone={zone} />
      </p>
      {spot && spotWords(spot).length > 0 ? <p className={css.quiet}>{spotWords(spot).join(' · ')}</p> : null}
      {price ? <PriceLines price={price} /> : isPriced ? null : <CardSkeleton />}
      {period_ends_at ? (
        <p>
          {say.firstMonth}{' '}
          <strong>
            <Moment at={period_ends_at} zone={zone} inside />
          </strong>
          . <span className={css.quiet}>{say.firstMonthText}</span>
        </p>
      ) : null}
      <p className={css.quiet}>
        {say.cancelUntil} <Moment at={cancelUntil(lot, order.starts_at)} zone={zone} inside />.
      </p>
      <Anchor component={Link} href={backPath(lot.public_id, order)}>
        {say.change}
      </Anchor>
    </section>
  )
}

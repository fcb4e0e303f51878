'use client'
import { Anchor } from '@mantine/core'
import type { Price } from '@openspot/contract/booking/quotes.ts'
import type { OfferedSpot, PublicLot } from '@openspot/contract/lots/lots.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { cancelUntil } from '@/lib/cancel-until.ts'
import { tag } from '@/lib/messages/tag.ts'
import { PriceLines } from '@/ui/price-lines.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { spotWords } from '@/ui/spot/spot-words.ts'
import { Moment, ReservationTime } from '@/ui/time.tsx'
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
  const t = useTranslations()
  const zone = lot.time_zone
  return (
    <section className={css.summary} aria-label={t('booking.stay')}>
      <div className={css.what}>
        <span className={css.bay} aria-hidden="true">
          {/* The letter of parking signs, because a word for any spot would not fit in every language. */}
          <span>{spot ? spot.label : 'P'}</span>
        </span>
        <div>
          <h2>{spot ? t('booking.spot', { label: spot.label }) : t('booking.anySpot')}</h2>
          <p>{lot.name}</p>
          <p className={css.quiet}>
            <bdi>{[lot.street, lot.city].filter(Boolean).join(', ')}</bdi>
          </p>
        </div>
      </div>
      {order.spot_id === null ? (
        <p className={css.quiet}>{spot ? t('booking.pickedForYou') : t('booking.anySpotText')}</p>
      ) : null}
      <p className={css.stay}>
        <ReservationTime starts_at={order.starts_at} ends_at={order.ends_at} zone={zone} />
      </p>
      {spot && spotWords(t, spot).length > 0 ? (
        <p className={css.quiet}>{spotWords(t, spot).join(' · ')}</p>
      ) : null}
      {price ? <PriceLines price={price} /> : isPriced ? null : <CardSkeleton />}
      {period_ends_at ? (
        <p>
          {t.rich('booking.firstMonth', {
            time: tag(
              <strong>
                <Moment at={period_ends_at} zone={zone} inside />
              </strong>,
            ),
          })}
        </p>
      ) : null}
      <p className={css.quiet}>
        {t.rich('booking.cancelUntil', {
          time: tag(<Moment at={cancelUntil(lot, order.starts_at)} zone={zone} inside />),
        })}
      </p>
      <Anchor component={Link} href={backPath(lot.public_id, order)}>
        {t('booking.change')}
      </Anchor>
    </section>
  )
}

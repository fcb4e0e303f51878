'use client'
import { Anchor } from '@mantine/core'
import type { Price } from '@openspot/contract/booking/quotes.ts'
import type { OfferedSpot, PublicLot } from '@openspot/contract/lots/lots.ts'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { cancelUntil } from '@/lib/cancel-until.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { LotName, LotText } from '@/ui/lot/lot-text.tsx'
import { shortFacts } from '@/ui/lot/short-facts.ts'
import { PriceLines } from '@/ui/price-lines.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { spotWords } from '@/ui/spot/spot-words.ts'
import { Moment, ReservationTime } from '@/ui/time.tsx'
import { WhyPrice } from '@/ui/why-price.tsx'
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
  longer = null,
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
  /** The offer of a longer time. */
  longer?: ReactNode
}) {
  const t = useTranslations()
  const { now } = useClock()
  const zone = lot.time_zone
  const until = cancelUntil(lot, order.starts_at)
  return (
    <section className={css.summary} aria-label={t('booking.stay')}>
      <div className={css.what}>
        <span className={css.bay} aria-hidden="true">
          {/* The letter of parking signs, because a word for any spot would not fit in every language. */}
          <span>{spot ? spot.label : 'P'}</span>
        </span>
        <div>
          <h2>{spot ? t('booking.spot', { label: spot.label }) : t('booking.anySpot')}</h2>
          <p>
            <LotName lot={lot} />
          </p>
          <p className={css.quiet}>
            <bdi>{[lot.street, lot.city].filter(Boolean).join(', ')}</bdi>
          </p>
        </div>
      </div>
      {lot.cover_photo_url ? (
        // oxlint-disable-next-line next/no-img-element -- our own picture, small and encoded already
        <img
          className={css.photo}
          fetchPriority="high"
          src={lot.cover_photo_url}
          alt=""
          width={480}
          height={360}
          decoding="async"
        />
      ) : null}
      {lot.house_rules ? (
        <details className={css.houseRules}>
          <summary>{t('lotTexts.fields.house_rules')}</summary>
          <LotText text={lot.house_rules} language={lot.languages.house_rules} />
        </details>
      ) : null}
      {shortFacts(t, lot).length > 0 ? <p className={css.quiet}>{shortFacts(t, lot).join(' · ')}</p> : null}
      {order.spot_id === null ? (
        <p className={css.quiet}>{spot ? t('booking.pickedForYou') : t('booking.anySpotText')}</p>
      ) : null}
      <p className={css.stay}>
        <ReservationTime starts_at={order.starts_at} ends_at={order.ends_at} zone={zone} />
      </p>
      {spot && spotWords(t, spot).length > 0 ? (
        <p className={css.quiet}>{spotWords(t, spot).join(' · ')}</p>
      ) : null}
      {price ? (
        <>
          <PriceLines price={price} />
          <WhyPrice lot={lot} price={price} />
        </>
      ) : isPriced ? null : (
        <CardSkeleton />
      )}
      {longer}
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
        {until > now
          ? t.rich('booking.cancelUntil', { time: tag(<Moment at={until} zone={zone} inside zoned />) })
          : t('booking.cancelPassed')}
      </p>
      <Anchor component={Link} href={backPath(lot.public_id, order)}>
        {t('booking.change')}
      </Anchor>
    </section>
  )
}

'use client'
import { Button } from '@mantine/core'
import type { Offer } from '@openspot/contract/booking/quotes.ts'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { BookFrame } from './book-frame.tsx'
import { type BookedSpot, BookSummary } from './book-summary.tsx'
import css from './booking.module.css'
import type { BookingOrder } from './order.ts'

/** Checkout for an anonymous visitor: the price stays visible while they continue as a guest or sign in. */
export function WhoBooks({
  lot,
  spot,
  offer,
  order,
  guest,
  signIn,
}: {
  lot: PublicLot
  spot: BookedSpot | null
  offer: Offer | null
  order: BookingOrder
  /** The form of a guest. */
  guest: ReactNode
  /** The form of someone who has an account. */
  signIn: ReactNode
}) {
  const t = useTranslations()
  const [signsIn, setSignsIn] = useState(false)
  return (
    <BookFrame
      summary={<BookSummary lot={lot} spot={spot} order={order} price={offer?.price ?? null} isPriced />}
    >
      <section className={css.part}>
        <h2>{signsIn ? t('booking.signInTitle') : t('booking.whoTitle')}</h2>
        <p className={css.quiet}>{signsIn ? t('booking.signInText') : t('booking.guestText')}</p>
        {signsIn ? signIn : guest}
        <p className={css.other}>
          {signsIn ? null : <span>{t('booking.haveAccount')}</span>}
          <Button variant="subtle" size="compact-md" onClick={() => setSignsIn(!signsIn)}>
            {signsIn ? t('booking.asGuest') : t('common.signIn')}
          </Button>
        </p>
      </section>
    </BookFrame>
  )
}

'use client'
import { Anchor } from '@mantine/core'
import type { PublicLot } from '@openspot/contract/lots.ts'
import type { Price } from '@openspot/contract/quotes.ts'
import type { Spot } from '@openspot/contract/spots.ts'
import Link from 'next/link'
import { cancelUntil } from '@/features/lots/lot-rules.ts'
import { spotWords } from '@/features/lots/spot-choice.tsx'
import { PriceLines } from '@/ui/price-lines.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { Moment, Stay } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './booking.module.css'

/** What is being booked: spot, place, time, and the price line by line. */
export function BookSummary({
  lot,
  spot,
  stay,
  price,
}: {
  lot: PublicLot
  spot: Spot
  stay: { starts_at: string; ends_at: string }
  price: Price | null
}) {
  return (
    <section className={css.summary} aria-label={words.booking.stay}>
      <div className={css.what}>
        <span className={css.bay} aria-hidden="true">
          <span>{spot.label}</span>
        </span>
        <div>
          <h2>{words.booking.spot(spot.label)}</h2>
          <p>{lot.name}</p>
          <p className={css.quiet}>{[lot.street, lot.city].filter(Boolean).join(', ')}</p>
        </div>
      </div>
      <p className={css.stay}>
        <Stay {...stay} zone={lot.time_zone} />
      </p>
      {spotWords(spot).length > 0 ? <p className={css.quiet}>{spotWords(spot).join(' · ')}</p> : null}
      {price ? <PriceLines price={price} /> : <CardSkeleton />}
      <p className={css.quiet}>
        {words.booking.cancelUntil}{' '}
        <Moment at={cancelUntil(lot, stay.starts_at)} zone={lot.time_zone} inside />.
      </p>
      <Anchor component={Link} href={`/l/${lot.public_id}?${new URLSearchParams(stay)}`}>
        {words.booking.change}
      </Anchor>
    </section>
  )
}

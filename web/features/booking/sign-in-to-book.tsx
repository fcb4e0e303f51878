import type { Offer, PublicLot } from '@openspot/contract/lots.ts'
import type { Spot } from '@openspot/contract/spots.ts'
import { SignInForm } from '@/features/auth/sign-in-form.tsx'
import { words } from '@/words/index.ts'
import { BookFrame } from './book-frame.tsx'
import { BookSummary } from './book-summary.tsx'
import css from './booking.module.css'

/** Checkout for a stranger: the price stays in view while they sign in, and they come back to this very spot. */
export function SignInToBook({
  lot,
  spot,
  offer,
  stay,
  path,
}: {
  lot: PublicLot
  spot: Spot
  offer: Offer | null
  stay: { starts_at: string; ends_at: string }
  path: string
}) {
  return (
    <BookFrame summary={<BookSummary lot={lot} spot={spot} stay={stay} price={offer?.price ?? null} />}>
      <section className={css.part}>
        <h2>{words.booking.signInTitle}</h2>
        <p className={css.quiet}>{words.booking.signInText}</p>
        <SignInForm next={path} />
      </section>
    </BookFrame>
  )
}

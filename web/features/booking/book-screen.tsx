'use client'
import { Button } from '@mantine/core'
import { listMyCars } from '@openspot/contract/cars.ts'
import type { Offer, PublicLot } from '@openspot/contract/lots.ts'
import { listPaymentMethods } from '@openspot/contract/payment-methods.ts'
import type { Spot } from '@openspot/contract/spots.ts'
import { useState } from 'react'
import { useAsk } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { BottomAction } from '@/ui/shell/public-shell.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import { BookFrame } from './book-frame.tsx'
import { BookSummary } from './book-summary.tsx'
import css from './booking.module.css'
import { CarChoice } from './car-choice.tsx'
import { EndingNote } from './endings.tsx'
import { PaymentChoice } from './payment-choice.tsx'
import { type BookingOrder, useBooking } from './use-booking.ts'

/** Checkout for someone who is signed in: car, way to pay, one button with the exact price. */
export function BookScreen({
  lot,
  spot,
  offer,
  order,
  path,
}: {
  lot: PublicLot
  spot: Spot
  offer: Offer | null
  order: BookingOrder
  path: string
}) {
  const say = words.booking
  const booking = useBooking(order, path)
  const cars = useAsk(listMyCars, {})
  const methods = useAsk(listPaymentMethods, {})
  const [pickedCar, setCar] = useState<string | null>(null)
  const [pickedMethod, setMethod] = useState<string | null>(null)

  const { checkout, held, ending } = booking
  const price = checkout.data?.price ?? offer?.price ?? null
  const car = pickedCar ?? held?.car?.id ?? cars.data?.items[0]?.id ?? null
  const method =
    pickedMethod ?? (methods.data?.items.find((one) => one.is_default) ?? methods.data?.items[0])?.id ?? null
  // Before the button was pressed already: somebody else has it, or the lot does not sell such a stay.
  const isGone = checkout.data && !checkout.data.is_free && !held && !checkout.isFetching
  const refusal = checkout.data?.refusal?.message
  const shown = ending ?? (isGone ? { kind: 'taken' as const, message: '' } : null)
  const amount = price ? moneyText(price.total_cents, price.currency) : ''
  const missing = cars.data && !car ? say.needsCar : methods.data && !method ? say.needsCard : null

  return (
    <BookFrame summary={<BookSummary lot={lot} spot={spot} stay={order} price={price} />}>
      {booking.isConfirming ? <Note tone="plain" title={say.confirming} /> : null}
      {refusal ? <Note tone="bad" title={refusal} /> : null}
      {shown && !refusal ? (
        <EndingNote
          ending={shown}
          lot={lot}
          order={order}
          held={held}
          checkout={checkout.data ?? null}
          onAgain={booking.again}
        />
      ) : null}
      {held?.hold_expires_at && !shown && !booking.isConfirming ? (
        <Note title={say.heldTitle}>
          <p>
            {say.heldTitle} {say.heldText} <Moment at={held.hold_expires_at} zone={lot.time_zone} clock />.{' '}
            {say.heldRest}
          </p>
        </Note>
      ) : null}
      {checkout.isError ? <ErrorState error={checkout.error} onRetry={() => checkout.refetch()} /> : null}
      <section className={css.part}>
        <h2>{say.car}</h2>
        {cars.data ? (
          <CarChoice cars={cars.data.items} chosen={car} onChoose={setCar} />
        ) : cars.isError ? (
          <ErrorState error={cars.error} onRetry={() => cars.refetch()} />
        ) : (
          <ListSkeleton rows={1} />
        )}
        <p className={css.quiet}>{say.carText}</p>
      </section>
      <section className={css.part}>
        <h2>{say.payWith}</h2>
        {methods.data ? (
          <PaymentChoice methods={methods.data.items} chosen={method} onChoose={setMethod} />
        ) : methods.isError ? (
          <ErrorState error={methods.error} onRetry={() => methods.refetch()} />
        ) : (
          <ListSkeleton rows={1} />
        )}
        <p className={css.quiet}>{say.payText}</p>
      </section>
      <BottomAction note={missing}>
        <Button
          loading={booking.isBusy}
          disabled={!price || !car || !method || Boolean(isGone) || (!held && !checkout.data?.quote_token)}
          onClick={() => car && method && booking.press(car, method)}
        >
          {held ? say.pay(amount) : say.book(amount)}
        </Button>
      </BottomAction>
    </BookFrame>
  )
}

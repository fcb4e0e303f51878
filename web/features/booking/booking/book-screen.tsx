'use client'
import { Button } from '@mantine/core'
import type { Offer } from '@openspot/contract/booking/quotes.ts'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import { useRouter } from 'next/router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { CarChoice } from '@/ui/car/car-choice.tsx'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { RefusalNote } from '@/ui/checkout/refusal-note.tsx'
import { WaitForSpot } from '@/ui/checkout/wait-for-spot.tsx'
import { moneyText } from '@/ui/money.tsx'
import { BottomAction } from '@/ui/shell/public-shell.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { CheckoutValidation } from '@/ui/validation/checkout-validation.tsx'
import { BookFrame } from './book-frame.tsx'
import { type BookedSpot, BookSummary } from './book-summary.tsx'
import css from './booking.module.css'
import { EndingNote } from './endings.tsx'
import { type BookingOrder, backPath } from './order.ts'
import { useBooking } from './use-booking.ts'

/** Checkout for a signed-in driver: vehicle, payment method, and one button with the exact price. */
export function BookScreen({
  lot,
  spot,
  offer,
  order,
  path,
}: {
  lot: PublicLot
  /** Null means any spot. */
  spot: BookedSpot | null
  offer: Offer | null
  order: BookingOrder
  path: string
}) {
  const t = useTranslations()
  const router = useRouter()
  const booking = useBooking(order, path)
  const cars = useApiQuery(listMyCarsRoute, {})
  const methods = useApiQuery(listPaymentMethodsRoute, {})
  const [pickedCar, setCar] = useState<string | null>(null)
  const [pickedMethod, setMethod] = useState<string | null>(null)

  const { checkout, held, ending } = booking
  const price = checkout.data?.price ?? offer?.price ?? null
  const refusal = held ? null : (checkout.data?.refusal ?? null)
  // A held spot is paid at the price of the hold.
  const due =
    held?.currency && held.total_cents !== null
      ? moneyText(t, held.total_cents, held.currency)
      : price && moneyText(t, price.total_cents, price.currency)
  const chosen = held ? { ...held.spot, features: [] } : (checkout.data?.spot ?? spot)
  const car = pickedCar ?? held?.car?.id ?? cars.data?.items[0]?.id ?? null
  const method =
    pickedMethod ?? (methods.data?.items.find((one) => one.is_default) ?? methods.data?.items[0])?.id ?? null
  // Known before the button is pressed: the spot is taken, or the lot does not sell this time.
  const isGone = checkout.data && !checkout.data.is_free && !held && !checkout.isFetching && !refusal
  const shown = ending ?? (isGone ? { kind: 'taken' as const, message: '' } : null)
  const missing =
    cars.data && !car ? t('booking.needsCar') : methods.data && !method ? t('booking.needsCard') : null

  return (
    <BookFrame
      summary={
        <BookSummary
          lot={lot}
          spot={refusal && order.spot_id === null ? null : chosen}
          order={order}
          price={refusal ? null : price}
          isPriced={checkout.data !== undefined}
          period_ends_at={checkout.data?.period_ends_at ?? null}
        />
      }
    >
      {booking.isConfirming ? <Note tone="plain" title={t('booking.confirming')} /> : null}
      {refusal?.code === 'lot_full' ? (
        <WaitForSpot lot={lot} times={order} preferences={order.preferences} path={path} />
      ) : refusal ? (
        <RefusalNote
          refusal={refusal}
          lot={lot}
          times={order}
          onChange={(times) => void router.push(backPath(lot.public_id, { ...order, ...times }))}
        />
      ) : null}
      {shown && !refusal ? (
        <EndingNote
          ending={shown}
          lot={lot}
          order={order}
          hold_expires_at={held?.hold_expires_at ?? null}
          checkout={checkout.data ?? null}
          onAgain={booking.again}
        />
      ) : null}
      {held?.hold_expires_at && !shown && !booking.isConfirming ? (
        <Note title={t('booking.heldTitle')}>
          <p>
            {t.rich('booking.heldText', {
              time: tag(<Moment at={held.hold_expires_at} zone={lot.time_zone} clock />),
            })}
          </p>
        </Note>
      ) : null}
      {checkout.isError ? <ErrorState error={checkout.error} onRetry={() => checkout.refetch()} /> : null}
      <section className={css.part}>
        <h2>{t('booking.car')}</h2>
        {cars.data ? (
          <CarChoice
            cars={cars.data.items}
            chosen={car}
            ends_at={order.ends_at ?? null}
            country={lot.country}
            onChoose={setCar}
          />
        ) : cars.isError ? (
          <ErrorState error={cars.error} onRetry={() => cars.refetch()} />
        ) : (
          <ListSkeleton rows={1} />
        )}
        <p className={css.quiet}>{t('booking.carText')}</p>
      </section>
      <section className={css.part}>
        <h2>{t('booking.payWith')}</h2>
        {methods.data ? (
          <PaymentChoice methods={methods.data.items} chosen={method} onChoose={setMethod} />
        ) : methods.isError ? (
          <ErrorState error={methods.error} onRetry={() => methods.refetch()} />
        ) : (
          <ListSkeleton rows={1} />
        )}
        <p className={css.quiet}>{t('booking.payText')}</p>
      </section>
      <CheckoutValidation
        lot_id={lot.id}
        price={refusal ? null : price}
        starts_at={order.starts_at}
        ends_at={order.ends_at ?? null}
      />
      <BottomAction note={missing}>
        <Button
          loading={booking.isBusy}
          disabled={!due || !car || !method || Boolean(isGone) || (!held && !checkout.data?.quote_token)}
          onClick={() => car && method && booking.press(car, method)}
        >
          {held ? t('booking.pay', { amount: due ?? '' }) : t('booking.book', { amount: due ?? '' })}
        </Button>
      </BottomAction>
    </BookFrame>
  )
}

'use client'
import { Button } from '@mantine/core'
import type { PageHold } from '@openspot/contract/booking/page-holds.ts'
import type { Offer } from '@openspot/contract/booking/quotes.ts'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GuestEntry } from '@/lib/guest-entry.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useCardForm } from '@/lib/use-card-form.ts'
import type { When } from '@/lib/when.ts'
import { LongerOffer } from '@/ui/checkout/longer-offer.tsx'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { preselected } from '@/ui/checkout/preselected.ts'
import { moneyText } from '@/ui/money.tsx'
import { BottomAction } from '@/ui/shell/public-shell.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { CheckoutValidation } from '@/ui/validation/checkout-validation.tsx'
import { BookFrame } from './book-frame.tsx'
import { BookNotes } from './book-notes.tsx'
import { type BookedSpot, BookSummary } from './book-summary.tsx'
import css from './booking.module.css'
import { CarPart } from './car-part.tsx'
import { HoldBar } from './hold-bar.tsx'
import { type BookingOrder, bookPath } from './order.ts'
import { NEW_CARD, PayPart } from './pay-part.tsx'
import { useBooking } from './use-booking.ts'
import { usePageHold } from './use-page-hold.ts'
import { usePayNow } from './use-pay-now.ts'
import { WhoPart } from './who-part.tsx'

const ExpressPay = dynamic(() => import('@/ui/checkout/express-pay.tsx'), { ssr: false })

/** Checkout on one page: who books, vehicle, payment, and one button with the exact price. */
export function BookScreen({
  lot,
  spot,
  offer,
  order,
  path,
  first_hold,
  past_times,
  visitor,
}: {
  lot: PublicLot
  /** Null means any spot. */
  spot: BookedSpot | null
  offer: Offer | null
  order: BookingOrder
  path: string
  /** What the visitor’s page held when this one was rendered. */
  first_hold: PageHold | null
  /** The times of the link, if they have passed. */
  past_times: When | null
  /** The forms of a visitor who is not known yet; null for a known driver. */
  visitor: {
    /** The form of a guest, with the buttons of wallets in it. */
    Guest: ComponentType<{
      car: PublicLot
      entry: RefObject<GuestEntry | null>
      express: ReactNode
      onEntered: () => void
    }>
    onEntered: () => void
    entry: RefObject<GuestEntry | null>
    signIn: ReactNode
  } | null
}) {
  const t = useTranslations()
  const router = useRouter()
  const isKnown = visitor === null
  const cars = useApiQuery(listMyCarsRoute, {}, { enabled: isKnown })
  const methods = useApiQuery(listPaymentMethodsRoute, {}, { enabled: isKnown })
  const cardForm = useCardForm()
  const [pickedCar, setCar] = useState<string | null>(null)
  const [pickedMethod, setMethod] = useState<string | null>(null)
  const [isKept, setIsKept] = useState(false)
  const [signsIn, setSignsIn] = useState(false)
  const [cameAsVisitor] = useState(!isKnown)
  const pageHold = usePageHold(order, first_hold)
  const { hold } = pageHold.state
  const isHoldSettled = pageHold.state.outcome !== 'ASKING'
  const booking = useBooking(order, path, { isKnown, isHoldSettled }, () => setMethod(null))
  const typedCar = useRef<GuestEntry>(null)
  const paying = usePayNow(booking, visitor?.entry ?? null, typedCar)

  const { checkout, held, booked } = booking
  const isMonthly = (order.ends_at ?? null) === null
  const price = checkout.data?.price ?? hold?.price ?? offer?.price ?? null
  const refusal = held || hold ? null : ((checkout.data ?? offer)?.refusal ?? null)
  // A held spot is paid at the price of the hold.
  const due =
    held?.currency && held.total_cents !== null
      ? { total_cents: held.total_cents, currency: held.currency }
      : price
  const chosen = held ? { ...held.spot, features: [] } : (checkout.data?.spot ?? hold?.spot ?? spot)
  // The vehicle of a reservation that is booked again, if it still exists.
  const asked = cars.data?.items.find(({ id }) => id === router.query['car_id'])
  const car = pickedCar ?? held?.car?.id ?? asked?.id ?? cars.data?.items[0]?.id ?? null
  const elsewhere = isKnown ? booking.elsewhereOf(car) : null
  const isFree = due?.total_cents === 0
  // A guest who has just become known has none, and what they enter must stay.
  const saved = methods.data?.items ?? (cameAsVisitor ? [] : undefined)
  const method = pickedMethod ?? preselected(saved) ?? (cardForm.form && saved ? NEW_CARD : null)
  // Known before the button is pressed: the spot is taken, or the lot does not sell this time.
  const isGone = isKnown
    ? checkout.data && !checkout.data.is_free && !held && !checkout.isFetching && !refusal
    : (price === null || pageHold.state.outcome === 'TAKEN') && !refusal
  const isBusy = booking.isBusy || paying.isPreparing
  const missing =
    methods.data && !method && !isFree && cardForm.isSettled
      ? t(methods.data.items.length > 0 ? 'booking.chooseCard' : 'booking.needsCard')
      : null
  const how = {
    car_id: isKnown ? car : null,
    method: isFree ? null : method,
    is_free: isFree,
    saves_when_paid: isKept || isMonthly,
    shown_cents: due?.total_cents ?? 0,
  }
  const pay = () => {
    setMethod(method)
    return paying.pay(how)
  }
  const isShut = Boolean(isGone) || Boolean(refusal) || booked !== null || elsewhere !== null
  const isWaiting =
    !due ||
    (isKnown && (!(cars.data || car) || !booking.isHistoryKnown || (!held && !checkout.data?.quote_token)))
  const express =
    cardForm.form && due && !isFree && !signsIn && !isShut ? (
      <ExpressPay
        card_form={cardForm.form}
        amount_cents={due.total_cents}
        currency={due.currency}
        business={lot.name}
        isMonthly={isMonthly}
        asksWho={cameAsVisitor}
        canOpen={() => !isWaiting && !isBusy && paying.isComplete(true)}
        onPay={(wallet) => void paying.pay({ ...how, saves_when_paid: isMonthly }, wallet)}
      />
    ) : null

  return (
    <BookFrame
      hold={
        held || booked || booking.ending || booking.isConfirming ? null : (
          <HoldBar
            state={pageHold.state}
            onRenew={async () => {
              await pageHold.renew()
              if (isKnown) booking.again()
            }}
            onRunOut={pageHold.runOut}
          />
        )
      }
      summary={
        <BookSummary
          lot={lot}
          spot={refusal && order.spot_id === null ? null : chosen}
          order={order}
          price={refusal ? null : price}
          isPriced={!isKnown || checkout.data !== undefined}
          period_ends_at={checkout.data?.period_ends_at ?? null}
          longer={
            // It leads to another page, on which a guest would have to start over.
            held || booked || refusal || !price || !isKnown ? null : (
              <LongerOffer
                lot={lot}
                spot_id={order.spot_id}
                preferences={order.preferences}
                times={{ starts_at: order.starts_at, ends_at: order.ends_at ?? null }}
                onChoose={(times) => void router.replace(bookPath(lot.public_id, { ...order, ...times }))}
              />
            )
          }
        />
      }
    >
      <BookNotes
        lot={lot}
        order={order}
        path={path}
        past_times={past_times}
        refusal={refusal}
        ending={booking.ending ?? (isGone ? { kind: 'taken', message: '' } : null)}
        checkout={checkout.data ?? null}
        held={held}
        booked={isBusy ? null : booked}
        elsewhere={isBusy || booked || refusal || isGone ? null : elsewhere}
        isConfirming={booking.isConfirming}
        car_id={car}
        onAgain={booking.again}
        onAnother={booking.bookAnother}
        onElsewhere={booking.allowElsewhere}
      />
      {checkout.isError ? <ErrorState error={checkout.error} onRetry={() => checkout.refetch()} /> : null}
      {visitor ? (
        <WhoPart
          signsIn={signsIn}
          onSignIn={setSignsIn}
          guest={
            <visitor.Guest car={lot} entry={visitor.entry} express={express} onEntered={visitor.onEntered} />
          }
          onSubmit={() => void pay()}
          signIn={visitor.signIn}
        />
      ) : (
        <CarPart cars={cars} chosen={car} lot={lot} order={order} onChoose={setCar} entry={typedCar} />
      )}
      {isFree || signsIn ? null : (
        <section className={css.part}>
          <h2>{t('booking.payWith')}</h2>
          {isKnown ? express : null}
          {paying.error ? <Note tone="bad" title={paying.error.message} /> : null}
          {methods.isError ? (
            <ErrorState error={methods.error} onRetry={() => methods.refetch()} />
          ) : !saved || !cardForm.isSettled ? (
            <ListSkeleton rows={1} />
          ) : cardForm.form && due ? (
            <PayPart
              methods={saved}
              chosen={method ?? NEW_CARD}
              onChoose={setMethod}
              card_form={cardForm.form}
              price={due}
              isMonthly={isMonthly}
              isKept={isKept}
              onKeep={setIsKept}
              entry={paying.card}
              onFailed={cardForm.giveUp}
            />
          ) : isKnown ? (
            <PaymentChoice methods={saved} chosen={method} onChoose={setMethod} />
          ) : (
            <p>{t('booking.cardNext')}</p>
          )}
          <p className={css.quiet}>{t('booking.payText')}</p>
        </section>
      )}
      <CheckoutValidation
        isKnown={isKnown}
        lot_id={lot.id}
        price={refusal ? null : price}
        starts_at={order.starts_at}
        ends_at={order.ends_at ?? null}
      />
      {signsIn && visitor ? null : (
        <BottomAction note={missing}>
          <Button
            loading={isBusy}
            disabled={
              isShut || isWaiting || !(cardForm.isSettled || isFree) || (isKnown && !(method || isFree))
            }
            onClick={() => void pay()}
          >
            {isFree
              ? t('booking.bookFree')
              : !isKnown && method === null
                ? t('booking.guestGo')
                : t('booking.pay', { amount: due ? moneyText(t, due.total_cents, due.currency) : '' })}
          </Button>
        </BottomAction>
      )}
    </BookFrame>
  )
}

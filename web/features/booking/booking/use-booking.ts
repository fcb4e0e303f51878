'use client'
import {
  type Booking,
  bookInstantlyRoute,
  type Checkout,
  confirmReservationRoute,
  getCheckoutRoute,
  listParkHistoryRoute,
  type Reservation,
  type VehicleElsewhere,
} from '@openspot/contract/booking/reservations.ts'
import type { CallError, Input } from '@openspot/contract/call.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { useRouter } from 'next/router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeOf } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { type KeptAttempt, keepAttempt, keptAttempt } from '@/lib/attempt-store.ts'
import { FROM_BANK } from '@/lib/pay-ending.ts'
import { useReservationsAnew } from '@/lib/reservation-errors.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { whenInput } from '@/lib/when.ts'
import { type Ending, endingOf } from './book-ending.ts'
import { type BookingOrder, checkoutInput } from './order.ts'

type BookBody = Input<typeof bookInstantlyRoute>['body']

/** How a driver pays: null is free of charge. */
interface Pressed {
  car_id: string
  payment_method_id: string | null
}

/**
 * One booking from price to pass. Only a known driver (`isKnown`) gets a price to book at, once the server has said what the page holds
 * (`isHoldSettled`). The booking survives a reload, going back,
 * and a second tab: a request without an answer is repeated with its own key, a spot that the driver holds unpaid is paid rather than
 * booked again, and one that they have already is shown before another is booked.
 */
export function useBooking(
  order: BookingOrder,
  path: string,
  { isKnown, isHoldSettled }: { isKnown: boolean; isHoldSettled: boolean },
  onDeclined: () => void,
) {
  const router = useRouter()
  const [ending, setEnding] = useState<Ending | null>(null)
  const [wantsAnother, setWantsAnother] = useState(false)
  const [allowed, setAllowed] = useState<readonly string[]>([])
  const [isPressed, setIsPressed] = useState(false)
  const checkout = useApiQuery(getCheckoutRoute, checkoutInput(order), {
    // The price is for the spot that the page holds, so that is known first.
    enabled: isKnown && isHoldSettled,
  })
  const history = useApiQuery(
    listParkHistoryRoute,
    { query: { when: 'upcoming', ...whenInput(order), limit: 50 } },
    { fresh: true, enabled: isKnown },
  )
  const book = useApiMutation(bookInstantlyRoute)
  const confirm = useApiMutation(confirmReservationRoute)
  const here = history.data?.items.filter(({ lot_id }) => lot_id === order.lot_id) ?? []
  const held = here.find((one) => isHeld(one, order)) ?? null
  const booked = held || wantsAnother ? null : (here[0] ?? null)
  const keyFor = useAttemptKey()
  const elsewhereOf = (car_id: string | null) =>
    held ? [] : (checkout.data?.vehicles_elsewhere ?? []).filter(({ car }) => car.id === car_id)
  const isAllowed = ({ reservation_id }: VehicleElsewhere) => allowed.includes(reservation_id)

  const arrive = ({ reservation, next_action }: Booking) => {
    if (!next_action) {
      // Replaced, so that "back" leads to the lot and not to the form. Adjoining reservations are merged, so the pass may belong to the
      // other one.
      void router.replace(`/me/reservations/${reservation.merged_into_id ?? reservation.id}`)
      return
    }
    setEnding({ kind: 'bank', message: next_action.url })
    window.location.assign(next_action.url)
  }
  const reload = useReservationsAnew()
  const again = () => {
    void checkout.refetch()
    reload()
  }
  const refuse = (error: CallError) => {
    const isAsked = codeOf(error) === 'already_booked'
    // What they have is shown with the question, so there is nothing else to say.
    if (isAsked) setWantsAnother(false)
    else if (['vehicle_booked', 'vehicle_refused'].includes(codeOf(error) ?? '')) setAllowed([])
    else setEnding(endingOf(error, checkout.data?.price?.total_cents ?? 0))
    if (codeOf(error) === 'card_declined') onDeclined()
    again()
  }
  const confirmPayment = (id: string, payment_method_id?: string) => {
    const body = { return_path: withBank(path), ...(payment_method_id ? { payment_method_id } : {}) }
    const idempotency_key = keyFor(`confirm ${id} ${payment_method_id ?? ''}`)
    confirm.mutate(
      { params: { reservation_id: id }, body, idempotency_key },
      { onSuccess: arrive, onError: (error) => refuse(withNewKey(error, keyFor)) },
    )
  }
  const send = (attempt: KeptAttempt<BookBody>) => {
    const { body, idempotency_key } = attempt
    keepAttempt(path, attempt)
    book.mutate(
      { body, idempotency_key },
      {
        onSuccess: (booking) => {
          keepAttempt(path, null)
          arrive(booking)
        },
        onError: (error) => {
          if (isFinal(error)) keepAttempt(path, null)
          refuse(withNewKey(error, keyFor))
        },
      },
    )
  }
  const press = ({ car_id, payment_method_id }: Pressed, quote: Checkout | undefined = checkout.data) => {
    setEnding(null)
    setIsPressed(true)
    const method = payment_method_id === null ? {} : { payment_method_id }
    if (held) return confirmPayment(held.id, payment_method_id ?? undefined)
    const { quote_token, spot, starts_at, ends_at } = quote ?? {}
    if (!quote_token || !spot || !starts_at) return
    const elsewhere = elsewhereOf(car_id)
    const what = {
      spot_id: spot.id,
      starts_at,
      ends_at: ends_at ?? null,
      allows_another: wantsAnother,
      allows_vehicle_elsewhere: elsewhere.length > 0 && elsewhere.every(isAllowed),
    }
    const body = { ...what, ...method, car_id, quote_token, return_path: withBank(path) }
    send({ body, idempotency_key: keyFor(JSON.stringify(body)), sent_at: Date.now() })
  }

  /**
   * The price for a guest who has just become known. Null if it is not the one that they saw, or there is none: then the page says so, and
   * they decide.
   */
  const quoteAgain = async (shown_cents: number): Promise<Checkout | null> => {
    const { data } = await checkout.refetch()
    if (!data?.price || !data.is_free || data.refusal) return null
    if (data.price.total_cents === shown_cents) return data
    setEnding({ kind: 'price_changed', message: '', before_cents: shown_cents })
    return null
  }

  // The bank returns with the reservation ID: check the result once. Otherwise repeat a request whose answer this tab never saw.
  const { reservation_id } = router.query
  const fromBank = router.query[FROM_BANK] !== undefined && typeof reservation_id === 'string'
  const isRequested = useRef(false)
  const continueAttempt = useEffectEvent(() => {
    if (isRequested.current || !isKnown) return
    isRequested.current = true
    if (fromBank) return confirmPayment(reservation_id)
    const kept = keptAttempt<BookBody>(path, Date.now())
    if (kept) send(kept)
  })
  useEffect(() => continueAttempt(), [])
  // "Back" from the bank's page may show this page as it was left, with a payment that has changed since.
  const showAgain = useEffectEvent((event: PageTransitionEvent) => {
    if (!event.persisted) return
    setEnding(null)
    again()
  })
  useEffect(() => {
    const show = (event: PageTransitionEvent) => showAgain(event)
    window.addEventListener('pageshow', show)
    return () => window.removeEventListener('pageshow', show)
  }, [])

  return {
    checkout,
    held,
    /** What the driver has in this lot at this time already, until they say that they want another spot. */
    booked,
    bookAnother: () => setWantsAnother(true),
    /** Where a vehicle is booked at this time already, until the driver says that they want both. */
    elsewhereOf: (car_id: string | null) => elsewhereOf(car_id).find((one) => !isAllowed(one)) ?? null,
    allowElsewhere: ({ reservation_id }: VehicleElsewhere) => setAllowed([...allowed, reservation_id]),
    /** Whether that is known. If it can't be read, the server asks. */
    isHistoryKnown: history.data !== undefined || history.isError,
    quoteAgain,
    ending,
    press,
    again: () => {
      setEnding(null)
      again()
    },
    isBusy: book.isPending || confirm.isPending || ending?.kind === 'bank',
    isConfirming: (fromBank && confirm.isPending) || (book.isPending && !isPressed),
  }
}

/** Whether the server decided. Otherwise the request may have been carried out, and repeating it finds out. */
const isFinal = (error: CallError): boolean => error.status < 500 && codeOf(error) !== 'request_in_flight'

const isHeld = (one: Reservation, order: BookingOrder): boolean =>
  one.status === 'CHECKOUT' &&
  (order.spot_id === null || one.spot_id === order.spot_id) &&
  minutesOf(one.starts_at) === minutesOf(order.starts_at)

const withBank = (path: string) => `${path}&${FROM_BANK}=1`

'use client'
import {
  type Booking,
  bookInstantlyRoute,
  confirmReservationRoute,
  getCheckoutRoute,
  listParkHistoryRoute,
  type Reservation,
} from '@openspot/contract/booking/reservations.ts'
import type { CallError } from '@openspot/contract/call.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { FROM_BANK } from '@/lib/pay-ending.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { type Ending, endingOf } from './book-ending.ts'
import { type BookingOrder, checkoutInput } from './order.ts'

/**
 * One booking from price to pass. A spot that the driver holds unpaid (after a declined card, or on return from the
 * bank) is found by spot and time, so a reload loses nothing; it is then paid rather than booked again.
 */
export function useBooking(order: BookingOrder, path: string) {
  const router = useRouter()
  const [ending, setEnding] = useState<Ending | null>(null)
  const checkout = useApiQuery(getCheckoutRoute, checkoutInput(order))
  const history = useApiQuery(listParkHistoryRoute, { query: { limit: 20 } })
  const book = useApiMutation(bookInstantlyRoute)
  const confirm = useApiMutation(confirmReservationRoute)
  const held = history.data?.items.find((one) => isHeld(one, order)) ?? null
  const keyFor = useAttemptKey()

  const arrive = ({ reservation, next_action }: Booking) => {
    if (!next_action) {
      // Adjoining reservations are merged, so the pass may belong to the other one.
      void router.push(`/me/reservations/${reservation.merged_into_id ?? reservation.id}`)
      return
    }
    setEnding({ kind: 'bank', message: next_action.url })
    window.location.assign(next_action.url)
  }
  const refuse = (error: CallError) => {
    const before_cents = checkout.data?.price?.total_cents ?? 0
    setEnding(endingOf(error, before_cents))
    void history.refetch()
    void checkout.refetch()
  }
  const confirmPayment = (id: string, payment_method_id?: string) => {
    const body = { return_path: withBank(path), ...(payment_method_id ? { payment_method_id } : {}) }
    const idempotency_key = keyFor(`confirm ${id} ${payment_method_id ?? ''}`)
    confirm.mutate(
      { params: { reservation_id: id }, body, idempotency_key },
      { onSuccess: arrive, onError: (error) => refuse(withNewKey(error, keyFor)) },
    )
  }
  const press = (car_id: string, payment_method_id: string) => {
    setEnding(null)
    if (held) return confirmPayment(held.id, payment_method_id)
    const { quote_token, spot, starts_at, ends_at } = checkout.data ?? {}
    if (!quote_token || !spot || !starts_at) return
    const what = { spot_id: spot.id, starts_at, ends_at: ends_at ?? null }
    const body = { ...what, car_id, payment_method_id, quote_token, return_path: withBank(path) }
    book.mutate(
      { body, idempotency_key: keyFor(JSON.stringify(body)) },
      { onSuccess: arrive, onError: (error) => refuse(withNewKey(error, keyFor)) },
    )
  }

  // The bank returns with the reservation ID: check the result once.
  const { reservation_id } = router.query
  const fromBank = router.query[FROM_BANK] !== undefined && typeof reservation_id === 'string'
  const isRequested = useRef(false)
  useEffect(() => {
    if (!fromBank || isRequested.current) return
    isRequested.current = true
    confirmPayment(reservation_id)
  })

  return {
    checkout,
    held,
    ending,
    press,
    again: () => {
      setEnding(null)
      void checkout.refetch()
      void history.refetch()
    },
    isBusy: book.isPending || confirm.isPending || ending?.kind === 'bank',
    isConfirming: fromBank && confirm.isPending,
  }
}

const isHeld = (one: Reservation, order: BookingOrder): boolean =>
  one.status === 'CHECKOUT' &&
  one.lot_id === order.lot_id &&
  (order.spot_id === null || one.spot_id === order.spot_id) &&
  minutesOf(one.starts_at) === minutesOf(order.starts_at)

const withBank = (path: string) => `${path}&${FROM_BANK}=1`

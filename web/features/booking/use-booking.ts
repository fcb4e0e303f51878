'use client'
import type { CallError } from '@openspot/contract/call.ts'
import {
  type Booking,
  bookInstantly,
  confirmReservation,
  getCheckout,
  listParkHistory,
  type Reservation,
} from '@openspot/contract/reservations.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { codeOf } from '@/lib/api.ts'
import { useAsk, useSend } from '@/lib/use-api.ts'

export interface BookingOrder {
  spot_id: string
  starts_at: string
  ends_at: string
}

/** How the last press of the button ended, where it did not end in a booking. */
export type Ending =
  | { kind: 'declined' | 'taken' | 'ran_out' | 'unsettled' | 'bank' | 'refused'; message: string }
  | { kind: 'price_changed'; message: string; before_cents: number }

/** Said in the return path, so that on the way back from the bank the booking is finished without another press. */
export const FROM_BANK = 'from_bank'

/**
 * One booking from price to pass. A spot of ours that is held unpaid (after a declined card, or back from the bank) is
 * found again by its spot and time, so a reload loses nothing; it is then paid for rather than booked anew.
 */
export function useBooking(order: BookingOrder, path: string) {
  const router = useRouter()
  const [ending, setEnding] = useState<Ending | null>(null)
  const checkout = useAsk(getCheckout, { query: order })
  const history = useAsk(listParkHistory, { query: { limit: 20 } })
  const book = useSend(bookInstantly)
  const confirm = useSend(confirmReservation)
  const held = history.data?.items.find((one) => isHeld(one, order)) ?? null
  const keyFor = useAttemptKey()

  const arrive = ({ reservation, next_action }: Booking) => {
    if (!next_action) {
      void router.push(`/me/reservations/${reservation.id}`)
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
  const settle = (id: string, payment_method_id?: string) => {
    const body = { return_path: withBank(path), ...(payment_method_id ? { payment_method_id } : {}) }
    const idempotency_key = keyFor(`confirm ${id} ${payment_method_id ?? ''}`)
    confirm.mutate(
      { params: { reservation_id: id }, body, idempotency_key },
      { onSuccess: arrive, onError: (error) => refuse(withNewKey(error, keyFor)) },
    )
  }
  const press = (car_id: string, payment_method_id: string) => {
    setEnding(null)
    if (held) return settle(held.id, payment_method_id)
    const quote_token = checkout.data?.quote_token
    if (!quote_token) return
    const body = { ...order, car_id, payment_method_id, quote_token, return_path: withBank(path) }
    book.mutate(
      { body, idempotency_key: keyFor(JSON.stringify(body)) },
      { onSuccess: arrive, onError: (error) => refuse(withNewKey(error, keyFor)) },
    )
  }

  // Back from the bank, which names the reservation: ask once how it went.
  const { reservation_id } = router.query
  const fromBank = router.query[FROM_BANK] !== undefined && typeof reservation_id === 'string'
  const asked = useRef(false)
  useEffect(() => {
    if (!fromBank || asked.current) return
    asked.current = true
    settle(reservation_id)
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
  one.spot_id === order.spot_id &&
  minutesOf(one.starts_at) === minutesOf(order.starts_at)

const withBank = (path: string) => `${path}&${FROM_BANK}=1`

/** The same press twice carries the same key, so a lost answer costs nothing; another press carries another. */
function useAttemptKey() {
  const keys = useRef(new Map<string, string>())
  return (what: string | null): string => {
    if (what === null) keys.current.clear()
    const key = keys.current.get(what ?? '') ?? crypto.randomUUID()
    keys.current.set(what ?? '', key)
    return key
  }
}

/** A refusal is final for its key; only when nobody knows how it ended must the next press repeat the same one. */
function withNewKey(error: CallError, keyFor: (what: null) => string): CallError {
  if (error.status < 500 && codeOf(error) !== 'request_in_flight') keyFor(null)
  return error
}

function endingOf(error: CallError, before_cents: number): Ending {
  const { message } = error
  switch (codeOf(error)) {
    case 'card_declined':
      return { kind: 'declined', message }
    case 'spot_taken':
    case 'spot_not_bookable':
      return { kind: 'taken', message }
    case 'hold_expired':
    case 'reservation_not_open':
      return { kind: 'ran_out', message }
    case 'quote_expired':
    case 'terms_changed':
      return { kind: 'price_changed', message, before_cents }
    case 'payment_unsettled':
    case 'request_in_flight':
    case 'provider_unavailable':
      return { kind: 'unsettled', message }
    default:
      return { kind: 'refused', message }
  }
}

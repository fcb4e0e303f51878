'use client'
import type { Checkout } from '@openspot/contract/booking/reservations.ts'
import { createPaymentMethodRoute } from '@openspot/contract/money/payment-methods.ts'
import { type RefObject, useRef, useState } from 'react'
import type { GuestEntry } from '@/lib/guest-entry.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import type { CardEntry } from '@/ui/checkout/card-fields.tsx'
import { NEW_CARD } from './pay-part.tsx'

interface Chosen {
  /** Null: the form of the guest or the vehicle has it. */
  car_id: string | null
  /** A saved payment method, NEW_CARD, or null if there is none yet or nothing is due. */
  method: string | null
  is_free: boolean
  saves_when_paid: boolean
  /** The price that the page shows. */
  shown_cents: number
}

interface Booking {
  press: (how: { car_id: string; payment_method_id: string | null }, quote?: Checkout) => void
  quoteAgain: (shown_cents: number) => Promise<Checkout | null>
}

/**
 * What is behind the one button: checks everything first, so that all that is missing is named at once; then a guest becomes known, the
 * entered card gets an ID, and the spot is booked. An interruption before the last step leaves nothing but what the page asks for again.
 */
export function usePayNow(
  booking: Booking,
  guest: RefObject<GuestEntry | null> | null,
  typedCar: RefObject<GuestEntry | null>,
) {
  const card = useRef<CardEntry>(null)
  const add = useApiMutation(createPaymentMethodRoute)
  const isRunning = useRef(false)
  const [isPreparing, setIsPreparing] = useState(false)

  const methodOf = async ({ method, saves_when_paid }: Chosen): Promise<{ id: string | null } | null> => {
    if (method !== NEW_CARD) return { id: method }
    const stripe_payment_method_id = (await card.current?.create()) ?? null
    if (stripe_payment_method_id === null) return null
    const body = { stripe_payment_method_id, ...(saves_when_paid ? { saves_when_paid } : {}) }
    // What was refused is shown from the mutation.
    return add.mutateAsync({ body }).catch(() => null)
  }

  const run = async (chosen: Chosen): Promise<void> => {
    const isCardComplete = chosen.method !== NEW_CARD || (await card.current?.isComplete()) === true
    // Last, so that the first field of the page that lacks something has the focus.
    const isGuestComplete = guest === null || guest.current?.isComplete() === true
    // As long as the form of a new vehicle is open, that is the one that parks.
    const typed = guest === null ? typedCar.current : null
    const isCarComplete = typed === null || typed.isComplete()
    if (!isCardComplete || !isGuestComplete || !isCarComplete) return
    const car_id = typed ? await typed.enter() : (chosen.car_id ?? (await guest?.current?.enter()) ?? null)
    // Without the provider's fields, a guest adds a card next, on the provider's page.
    if (car_id === null || (chosen.method === null && !chosen.is_free)) return
    const quote = guest === null ? undefined : await booking.quoteAgain(chosen.shown_cents)
    if (quote === null) return
    const method = await methodOf(chosen)
    if (method) booking.press({ car_id, payment_method_id: method.id }, quote)
  }

  const pay = async (chosen: Chosen): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setIsPreparing(true)
    add.reset()
    await run(chosen).finally(() => {
      isRunning.current = false
      setIsPreparing(false)
    })
  }
  return { pay, card, isPreparing, error: add.error }
}

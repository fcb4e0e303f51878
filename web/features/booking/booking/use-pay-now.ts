'use client'
import type { Checkout } from '@openspot/contract/booking/reservations.ts'
import { createPaymentMethodRoute } from '@openspot/contract/money/payment-methods.ts'
import { type RefObject, useRef, useState } from 'react'
import type { GuestEntry, WalletEntry } from '@/lib/guest-entry.ts'
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
  /** The spot that the driver holds unpaid. */
  held: object | null
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

  const methodOf = async (
    { method, saves_when_paid }: Chosen,
    wallet: WalletEntry | null,
  ): Promise<{ id: string | null } | null> => {
    if (method !== NEW_CARD && wallet === null) return { id: method }
    const stripe_payment_method_id =
      wallet?.stripe_payment_method_id ?? (await card.current?.create()) ?? null
    if (stripe_payment_method_id === null) return null
    const body = { stripe_payment_method_id, ...(saves_when_paid ? { saves_when_paid } : {}) }
    // What was refused is shown from the mutation.
    return add.mutateAsync({ body }).catch(() => null)
  }

  // As long as the form of a new vehicle is open, that is the one that parks.
  const typed = () => (guest === null ? typedCar.current : null)
  /** Whether the forms of the guest and the vehicle have everything. */
  const isComplete = (byWallet: boolean): boolean => {
    const isGuestComplete = guest === null || guest.current?.isComplete(byWallet) === true
    return (typed()?.isComplete() ?? true) && isGuestComplete
  }

  const run = async (chosen: Chosen, wallet: WalletEntry | null): Promise<void> => {
    const isCardComplete =
      wallet !== null || chosen.method !== NEW_CARD || (await card.current?.isComplete()) === true
    // Last, so that the first field of the page that lacks something has the focus.
    if (!isComplete(wallet !== null) || !isCardComplete) return
    const form = typed()
    const car_id = form
      ? await form.enter()
      : (chosen.car_id ?? (await guest?.current?.enter(wallet?.payer)) ?? null)
    // Without the provider's fields, a guest adds a card next, on the provider's page.
    if (car_id === null || (chosen.method === null && wallet === null && !chosen.is_free)) return
    // A wallet says what it pays, and the price may have changed while its sheet was open. That of a hold never does.
    const isQuotedAgain = guest !== null || (wallet !== null && !booking.held)
    const quote = isQuotedAgain
      ? await booking.quoteAgain(wallet?.agreed_cents ?? chosen.shown_cents)
      : undefined
    if (quote === null) return
    const method = await methodOf(chosen, wallet)
    if (method) booking.press({ car_id, payment_method_id: method.id }, quote)
  }

  const pay = async (chosen: Chosen, wallet: WalletEntry | null = null): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setIsPreparing(true)
    add.reset()
    await run(chosen, wallet).finally(() => {
      isRunning.current = false
      setIsPreparing(false)
    })
  }
  return { pay, card, isComplete, isPreparing, error: add.error }
}

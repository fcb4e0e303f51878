'use client'
import { confirmReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAttemptKey, withNewKey } from './attempt-key.ts'
import { dropParams } from './drop-params.ts'
import { FROM_BANK, type PayEnding, payEndingOf } from './pay-ending.ts'
import { reservationErrors, useReservationsAnew } from './reservation-errors.ts'
import { useApiMutation } from './use-api.ts'

/** Returns the path of a reservation to which the bank returns the payer. */
export const bankPath = (page_reservation_id: string): string =>
  `/me/reservations/${page_reservation_id}?${FROM_BANK}=1`

/**
 * Pays for a held reservation, an offer, or a change of one; the bank returns to the page of `page_reservation_id`. On return it checks
 * the result automatically. The result is passed to the screen, which outlives this component.
 */
export function usePaying(
  reservation_id: string,
  page_reservation_id: string,
  onEnding: (ending: PayEnding | null) => void,
) {
  const confirm = useApiMutation(confirmReservationRoute, { refresh: reservationErrors })
  const keyFor = useAttemptKey()
  const reload = useReservationsAnew()
  const [isLeaving, setIsLeaving] = useState(false)

  const pay = (payment_method_id: string | null, allows_vehicle_elsewhere = false) => {
    onEnding(null)
    const body = {
      return_path: bankPath(page_reservation_id),
      ...(payment_method_id === null ? {} : { payment_method_id }),
      ...(allows_vehicle_elsewhere ? { allows_vehicle_elsewhere } : {}),
    }
    confirm.mutate(
      {
        params: { reservation_id },
        body,
        idempotency_key: keyFor(`${reservation_id} ${payment_method_id ?? ''} ${allows_vehicle_elsewhere}`),
      },
      {
        onSuccess: ({ next_action }) => {
          if (!next_action) return
          setIsLeaving(true)
          onEnding({ kind: 'bank', message: next_action.url })
          window.location.assign(next_action.url)
        },
        onError: (error) => {
          onEnding(payEndingOf(withNewKey(error, keyFor)))
          reload()
        },
      },
    )
  }

  // Only a payment returned by the bank names no payment method, because the confirmation already has it.
  const isBack = confirm.variables?.body.payment_method_id === undefined
  const isRequested = useRef(false)
  const checkPayment = useEffectEvent(() => {
    const searchParams = new URLSearchParams(window.location.search)
    if (isRequested.current || !searchParams.has(FROM_BANK)) return
    if (searchParams.get('reservation_id') !== reservation_id) return
    isRequested.current = true
    dropParams(FROM_BANK, 'reservation_id')
    pay(null)
  })
  useEffect(() => checkPayment(), [])
  return { pay, isBusy: confirm.isPending || isLeaving, isConfirming: isBack && confirm.isPending }
}

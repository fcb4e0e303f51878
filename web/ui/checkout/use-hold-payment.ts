'use client'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { useState } from 'react'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { usePaying } from '@/lib/use-paying.ts'
import { preselected } from './preselected.ts'

/** The payment for a hold, with the payment method that is chosen for it. A declined one is not chosen anymore. */
export function useHoldPayment(
  reservation_id: string,
  page_reservation_id: string,
  onEnding: (ending: PayEnding | null) => void,
) {
  const [picked, setMethod] = useState<string | null>(null)
  const methods = useApiQuery(listPaymentMethodsRoute, {})
  const paying = usePaying(reservation_id, page_reservation_id, (ending) => {
    if (ending?.kind === 'declined') setMethod(null)
    onEnding(ending)
  })
  return { methods, method: picked ?? preselected(methods.data?.items), setMethod, paying }
}

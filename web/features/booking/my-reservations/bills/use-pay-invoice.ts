'use client'
import { payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import type { Invoice } from '@openspot/contract/money/invoices.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { useState } from 'react'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { reservationErrors } from '@/lib/reservation-errors.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'

/**
 * Pays one invoice with a payment method that the driver selects; redirects to the bank if it requires verification.
 */
export function usePayInvoice(invoice: Invoice) {
  const methods = useApiQuery(listPaymentMethodsRoute, {})
  const [picked, setPicked] = useState<string | null>(null)
  const items = methods.data?.items ?? []
  const method = picked ?? (items.find(({ is_default }) => is_default) ?? items[0])?.id ?? null
  const send = useApiMutation(payInvoiceRoute, { refresh: reservationErrors })
  const keyFor = useAttemptKey()
  const [isLeaving, setLeaving] = useState(false)
  const pay = () => {
    if (method === null) return
    const body = { payment_method_id: method, return_path: `/me/reservations/${invoice.reservation_id}` }
    send.mutate(
      { params: { invoice_id: invoice.id }, body, idempotency_key: keyFor(`${invoice.id} ${method}`) },
      {
        onSuccess: ({ next_action }) => {
          if (!next_action) return
          setLeaving(true)
          window.location.assign(next_action.url)
        },
        onError: (error) => void withNewKey(error, keyFor),
      },
    )
  }
  return { items, method, setPicked, pay, error: send.error, isBusy: send.isPending || isLeaving }
}

'use client'
import { payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import {
  getLotSubscriptionRoute,
  type LotSubscription,
  setSubscriptionMethodRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { useState } from 'react'
import { callApi } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'

const client = 'admin' as const
const refresh = [getLotSubscriptionRoute, listPaymentMethodsRoute]

/** The bills that can be paid now; one in progress cannot. */
export const payable = ({ unpaid }: Pick<LotSubscription, 'unpaid'>) =>
  unpaid.filter(({ status }) => status !== 'PROCESSING')

/**
 * Saves the payment method of a plan and pays what is open with it; redirects to the bank if it requires verification.
 * `onDone` gets whether something was paid.
 */
export function usePlanPayment(subscription: LotSubscription, onDone: (hasPaid: boolean) => void) {
  const { payment, lot } = subscription
  const methods = useApiQuery(listPaymentMethodsRoute, {})
  // Earnings of a person are not the lot's.
  const items = (methods.data?.items ?? []).filter(({ kind }) => kind === 'STRIPE')
  const [picked, setPicked] = useState<string | null>(null)
  const current = payment.is_mine ? (payment.method?.id ?? null) : null
  const chosen = picked ?? current ?? (items.find(({ is_default }) => is_default) ?? items[0])?.id ?? null
  const save = useApiMutation(setSubscriptionMethodRoute, { client, refresh })
  const pay = useApiMutation(payInvoiceRoute, { client, refresh })
  const keyFor = useAttemptKey()
  const [isLeaving, setLeaving] = useState(false)

  const payNext = async (payment_method_id: string, paid: number): Promise<void> => {
    // Saving may have replaced the invoices of another owner.
    const now = await callApi(getLotSubscriptionRoute, { params: { lot_id: lot.id }, query: {} }, { client })
    const invoice = payable(now).find(({ is_mine }) => is_mine)
    if (!invoice) return onDone(paid > 0)
    const { invoice_id } = invoice
    const body = { payment_method_id, return_path: `/lots/${lot.id}/plan` }
    pay.mutate(
      { params: { invoice_id }, body, idempotency_key: keyFor(`${invoice_id} ${payment_method_id}`) },
      {
        onSuccess: ({ next_action }) => {
          if (!next_action) return void payNext(payment_method_id, paid + 1)
          setLeaving(true)
          window.location.assign(next_action.url)
        },
        onError: (error) => void withNewKey(error, keyFor),
      },
    )
  }
  const go = () => {
    if (chosen === null) return
    const body = { payment_method_id: chosen, agreed_month_cents: payment.agreed_month_cents }
    pay.reset()
    save.mutate(
      { params: { subscription_id: subscription.id }, body },
      { onSuccess: () => void payNext(chosen, 0) },
    )
  }
  return {
    items,
    chosen,
    setPicked,
    go,
    error: save.error ?? pay.error,
    isBusy: save.isPending || pay.isPending || isLeaving,
  }
}

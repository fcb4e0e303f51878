import type { PaymentMethod } from '@openspot/contract/money/payment-methods.ts'

/**
 * Returns the payment method to preselect: the one that paid last, else the default, and never one that was declined. Null if the
 * payer must choose.
 */
export function preselected(methods: readonly PaymentMethod[] | undefined): string | null {
  const usable = methods?.filter(({ last_result }) => last_result !== 'DECLINED') ?? []
  const method =
    usable.find(({ last_result }) => last_result === 'PAID') ??
    usable.find(({ is_default }) => is_default) ??
    usable[0]
  return method?.id ?? null
}

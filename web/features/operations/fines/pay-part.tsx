'use client'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import {
  type Fine,
  getFineNoticeRoute,
  listMyFinesRoute,
  payFineRoute,
} from '@openspot/contract/operations/fine-notices.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { moneyText } from '@/ui/money.tsx'
import { Panel } from '@/ui/panel.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import css from './fines.module.css'

/** Pays a fine with a saved payment method or a new card. */
export function PayPart({ fine }: { fine: Fine }) {
  const t = useTranslations()
  const methods = useApiQuery(listPaymentMethodsRoute, {})
  const [picked, setPicked] = useState<string | null>(null)
  const keyFor = useAttemptKey()
  const pay = useApiMutation(payFineRoute, { refresh: [getFineNoticeRoute, listMyFinesRoute] })
  const items = methods.data?.items
  const payment_method_id = picked ?? items?.[0]?.id ?? null
  // The page of the bank replaces this one.
  const isLeaving = pay.data?.next_action !== null && pay.data !== undefined
  return (
    <Panel title={t('fines.one.pay')}>
      <div className={css.form}>
        {pay.error ? <Note tone="bad" title={pay.error.message} /> : null}
        {methods.isError ? <ErrorState error={methods.error} onRetry={() => methods.refetch()} /> : null}
        {items ? (
          <PaymentChoice methods={items} chosen={payment_method_id} onChoose={setPicked} />
        ) : (
          <ListSkeleton rows={1} />
        )}
        <GatedButton
          h={48}
          why={missingText(t, [[t('booking.payWith'), payment_method_id !== null]])}
          loading={pay.isPending || isLeaving}
          onClick={() => {
            if (payment_method_id === null) return
            pay.mutate(
              {
                params: { fine_code: fine.code },
                body: { payment_method_id },
                idempotency_key: keyFor(payment_method_id),
              },
              {
                onSuccess: ({ next_action }) => {
                  if (next_action) window.location.assign(next_action.url)
                },
                onError: (error) => void withNewKey(error, keyFor),
              },
            )
          }}
        >
          {t('fines.one.payAmount', { amount: moneyText(t, fine.amount_cents, fine.currency) })}
        </GatedButton>
      </div>
    </Panel>
  )
}

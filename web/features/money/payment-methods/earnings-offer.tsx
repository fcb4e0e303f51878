'use client'
import { Button } from '@mantine/core'
import { getMyEarningsRoute } from '@openspot/contract/money/earnings.ts'
import {
  createPaymentMethodRoute,
  listPaymentMethodsRoute,
} from '@openspot/contract/money/payment-methods.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'

/** Offers hosts to pay for their own reservations with what they have earned. Shows nothing to people without earnings. */
export function EarningsOffer() {
  const t = useTranslations()
  const earnings = useApiQuery(getMyEarningsRoute, { query: { limit: 1 } })
  const create = useApiMutation(createPaymentMethodRoute, { refresh: [listPaymentMethodsRoute] })
  if (!earnings.data || earnings.data.items.length === 0) return null
  return (
    <Note tone="plain" title={t('paymentMethods.earningsTitle')}>
      <p>{t('paymentMethods.earningsOffer')}</p>
      {create.error ? <p role="alert">{create.error.message}</p> : null}
      <div>
        <Button
          variant="default"
          loading={create.isPending}
          onClick={() => create.mutate({ body: { kind: 'EARNINGS_DEDUCTION' } })}
        >
          {t('paymentMethods.useEarnings')}
        </Button>
      </div>
    </Note>
  )
}

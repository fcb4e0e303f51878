'use client'
import { notifications } from '@mantine/notifications'
import { retryPayoutRoute } from '@openspot/contract/money/payouts.ts'
import { listPlatformBalancesRoute, type PlatformBalance } from '@openspot/contract/platform/balances.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { moneyText } from '@/ui/money.tsx'
import { payeeOf } from './balance-columns.tsx'

/** Sends the last failed payout of a payee again, to the bank account that they have now. */
export function RetryDialog({ balance, onClose }: { balance: PlatformBalance; onClose: () => void }) {
  const t = useTranslations()
  // The same for every press of the button in one dialog.
  const [idempotency_key] = useState(() => crypto.randomUUID())
  const retry = useApiMutation(retryPayoutRoute, { client: 'admin', refresh: [listPlatformBalancesRoute] })
  const { last_failure, currency } = balance
  if (last_failure === null) return null
  const amount = moneyText(t, last_failure.amount_cents, currency)
  return (
    <FormDialog
      title={t('balances.retryTitle', { number: String(last_failure.number) })}
      error={retry.error}
      submit={t('balances.retryGo')}
      isBusy={retry.isPending}
      isReady
      onSubmit={() =>
        retry.mutate(
          { params: { payout_id: last_failure.payout_id }, idempotency_key },
          {
            onSuccess: () => {
              notifications.show({ message: t('balances.retried') })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <p>{t('balances.retryText', { amount, payee: payeeOf(t, balance) })}</p>
    </FormDialog>
  )
}

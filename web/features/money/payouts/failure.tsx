'use client'
import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getPayoutRoute, type Payout, retryPayoutRoute } from '@openspot/contract/money/payouts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { Buttons, Fields } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { refreshPayouts, type Whose } from './use-payouts.ts'

/** Why a payout failed, with a retry; or why it is delayed. */
export function Failure({ payout, whose, mayRetry }: { payout: Payout; whose: Whose; mayRetry: boolean }) {
  const t = useTranslations()
  // The idempotency key, which is the same for every press of the button in one dialog.
  const [order, setOrder] = useState<string | null>(null)
  const reason = payout.failure?.message ?? ''
  if (payout.status !== 'FAILED') {
    return (
      <Note tone="plain" title={t('payouts.detail.waitsTitle')}>
        <p>{reason}</p>
      </Note>
    )
  }
  return (
    <Note tone="bad" title={reason}>
      <p>{t('payouts.detail.failedText')}</p>
      {mayRetry ? (
        <p>
          <Button variant="default" mt={8} onClick={() => setOrder(crypto.randomUUID())}>
            {t('payouts.detail.retry')}
          </Button>
        </p>
      ) : null}
      {order === null ? null : (
        <RetryDialog payout={payout} whose={whose} order={order} onClose={() => setOrder(null)} />
      )}
    </Note>
  )
}

function RetryDialog({
  payout,
  whose,
  order,
  onClose,
}: {
  payout: Payout
  whose: Whose
  order: string
  onClose: () => void
}) {
  const t = useTranslations()
  const queries = useQueryClient()
  const client = whose.lot_id === null ? 'web' : 'admin'
  const retry = useApiMutation(retryPayoutRoute, { client, refresh: [getPayoutRoute] })
  const amount = moneyText(t, payout.amount_cents, payout.currency)
  const bank = payout.bank
    ? t('payouts.account.bankName', { name: payout.bank.name, last4: payout.bank.last4 })
    : t('payouts.detail.noBank')
  const again = () =>
    retry.mutate(
      { params: { payout_id: payout.id }, idempotency_key: order },
      {
        onSuccess: () => {
          notifications.show({ message: t('payouts.detail.retried') })
          void refreshPayouts(queries, whose)
          onClose()
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title={t('payouts.detail.retryTitle')}>
      <Fields>
        {retry.error ? <Note tone="bad" title={retry.error.message} /> : null}
        <p>{t('payouts.detail.retryText', { amount, bank })}</p>
        <Buttons>
          <Button loading={retry.isPending} onClick={again}>
            {t('payouts.detail.retryGo')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('payouts.detail.keep')}
          </Button>
        </Buttons>
      </Fields>
    </Modal>
  )
}

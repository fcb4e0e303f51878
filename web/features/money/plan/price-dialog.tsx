'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { MoneyField, readMoney } from '@/ui/money-field.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { type Beginning, type DialogProps, WhenChoice } from './change-dialog.tsx'
import { Outcome } from './outcome.tsx'
import { type Draft, useChange, useOutcome } from './use-plan.ts'

/** Lets the platform set another price for a lot. */
export function PriceDialog({ subscription, onClose, onDone }: DialogProps) {
  const t = useTranslations()
  const { currency } = subscription
  const [price, setPrice] = useState('')
  const [effective_at, setBeginning] = useState<Beginning>('PERIOD_END')
  const [reason, setReason] = useState('')
  const read = readMoney(t, price, currency)
  const month_cents = read.ok ? read.cents : null
  const draft: Draft | null = month_cents === null ? null : { kind: 'PRICE', month_cents, effective_at }
  const outcome = useOutcome(subscription.id, draft)
  const { change, isBusy, errorAt, errorBeside } = useChange(subscription.id)
  const go = () =>
    draft &&
    change(
      { ...draft, reason: reason.trim(), expected_proration_cents: outcome.data?.proration_cents ?? 0 },
      () => onDone(effective_at === 'NOW' ? t('plan.dialog.done') : t('plan.dialog.planned')),
    )
  return (
    <ActDialog
      title={t('plan.dialog.titlePrice')}
      text={t('plan.dialog.textPrice')}
      fault={errorBeside('month_cents', 'reason')}
      go={t('plan.dialog.goPrice')}
      isBusy={isBusy}
      isReady={draft !== null && outcome.isSuccess && !outcome.isPlaceholderData && reason.trim() !== ''}
      onGo={go}
      onClose={onClose}
    >
      <MoneyField
        label={t('plan.dialog.price')}
        text={price}
        currency={currency}
        onChange={setPrice}
        error={errorAt('month_cents')}
      />
      <WhenChoice subscription={subscription} value={effective_at} onChange={setBeginning} />
      {draft ? <Outcome outcome={outcome} subscription={subscription} /> : null}
      <ReasonField
        label={t('plan.dialog.reason')}
        description={t('plan.dialog.reasonText')}
        reason={reason}
        error={errorAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}

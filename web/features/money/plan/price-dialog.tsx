'use client'
import { useState } from 'react'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { MoneyField, readMoney } from '@/ui/money-field.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { words } from '@/words/index.ts'
import { type Beginning, type DialogProps, WhenChoice } from './change-dialog.tsx'
import { Outcome } from './outcome.tsx'
import { type Draft, useChange, useOutcome } from './use-plan.ts'

/** Lets the platform set another price for a lot. */
export function PriceDialog({ subscription, onClose, onDone }: DialogProps) {
  const say = words.plan.dialog
  const { currency } = subscription
  const [price, setPrice] = useState('')
  const [effective_at, setBeginning] = useState<Beginning>('PERIOD_END')
  const [reason, setReason] = useState('')
  const read = readMoney(price, currency)
  const month_cents = read.ok ? read.cents : null
  const draft: Draft | null = month_cents === null ? null : { kind: 'PRICE', month_cents, effective_at }
  const outcome = useOutcome(subscription.id, draft)
  const { change, isBusy, errorAt, errorBeside } = useChange(subscription.id)
  const go = () =>
    draft &&
    change(
      { ...draft, reason: reason.trim(), expected_proration_cents: outcome.data?.proration_cents ?? 0 },
      () => onDone(effective_at === 'NOW' ? say.done : say.planned),
    )
  return (
    <ActDialog
      title={say.titlePrice}
      text={say.textPrice}
      fault={errorBeside('month_cents', 'reason')}
      go={say.goPrice}
      isBusy={isBusy}
      isReady={draft !== null && outcome.isSuccess && !outcome.isPlaceholderData && reason.trim() !== ''}
      onGo={go}
      onClose={onClose}
    >
      <MoneyField
        label={say.price}
        text={price}
        currency={currency}
        onChange={setPrice}
        error={errorAt('month_cents')}
      />
      <WhenChoice subscription={subscription} value={effective_at} onChange={setBeginning} />
      {draft ? <Outcome outcome={outcome} subscription={subscription} /> : null}
      <ReasonField
        label={say.reason}
        description={say.reasonText}
        reason={reason}
        error={errorAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}

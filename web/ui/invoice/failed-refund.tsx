'use client'
import { Button } from '@mantine/core'
import {
  type Refund,
  recordRefundPaidBackRoute,
  sendRefundAgainRoute,
} from '@openspot/contract/money/adjustments.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { FormDialog } from '../form-dialog.tsx'
import { moneyText } from '../money.tsx'
import { ReasonField } from '../reason-field.tsx'
import { Note } from '../states.tsx'
import css from './refund-row.module.css'

/** A refund that the driver's bank didn't take: what staff can do about it, or what became of it. Nothing for others. */
export function FailedRefund({ refund, currency }: { refund: Refund; currency: string }) {
  const t = useTranslations()
  const again = useStaffAct(sendRefundAgainRoute)
  const [isRecording, setRecording] = useState(false)
  const { resolution, resolution_note } = refund
  if (resolution)
    return (
      <p className={css.quiet}>
        {t(`invoices.failedRefund.${resolution}`, { note: resolution_note ?? '' })}
        {refund.resolved_by ? ` · ${t('invoices.by', { name: refund.resolved_by })}` : null}
      </p>
    )
  if (!refund.can_settle) return null
  return (
    <>
      <p className={css.quiet}>{t('invoices.failedRefund.text')}</p>
      {again.error ? <Note tone="bad" title={again.error.message} /> : null}
      <div className={css.buttons}>
        <Button
          size="compact-md"
          loading={again.isBusy}
          onClick={() => again.act({ params: { refund_id: refund.id } }, () => {})}
        >
          {t('invoices.failedRefund.sendAgain')}
        </Button>
        <Button size="compact-md" variant="default" onClick={() => setRecording(true)}>
          {t('invoices.failedRefund.paidBack')}
        </Button>
      </div>
      {isRecording ? (
        <PaidBackDialog refund={refund} currency={currency} onClose={() => setRecording(false)} />
      ) : null}
    </>
  )
}

function PaidBackDialog({
  refund,
  currency,
  onClose,
}: {
  refund: Refund
  currency: string
  onClose: () => void
}) {
  const t = useTranslations()
  const paidBack = useStaffAct(recordRefundPaidBackRoute)
  const [note, setNote] = useState('')
  const beside = paidBack.errorBeside('note')
  return (
    <FormDialog
      title={t('invoices.failedRefund.title')}
      error={beside === null ? null : { message: beside }}
      submit={t('invoices.failedRefund.paidBack')}
      isBusy={paidBack.isBusy}
      isReady={note.trim() !== ''}
      onSubmit={() =>
        paidBack.act({ params: { refund_id: refund.id }, body: { note: note.trim() } }, onClose)
      }
      onClose={onClose}
    >
      <p>{t('invoices.failedRefund.explain', { amount: moneyText(t, refund.amount_cents, currency) })}</p>
      <ReasonField
        label={t('invoices.failedRefund.note')}
        reason={note}
        error={paidBack.errorAt('note')}
        onChange={setNote}
      />
    </FormDialog>
  )
}

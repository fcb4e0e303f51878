'use client'
import { type AdminInvoice, adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField, readMoney } from '@/ui/money-field.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { useAdjusted } from './use-adjusted.tsx'

/** What staff can do with an invoice: pay some of it back, ask for more, or ask for less as long as it is not accepted. */
export type Adjustment = 'refund' | 'bill' | 'less'

/** Returns what can be done with an invoice now. A reservation that is not accepted yet has no bills: the driver accepts its price. */
export function adjustmentsOf({ status, refundable_cents }: AdminInvoice): Adjustment[] {
  if (status === 'PENDING' || status === 'FAILED') return ['less']
  return refundable_cents > 0 ? ['refund', 'bill'] : ['bill']
}

/** Refunds an invoice, sends an additional bill, or reduces an unpaid invoice; a reason is required. */
export function AdjustDialog({
  invoice,
  what,
  onClose,
}: {
  invoice: AdminInvoice
  what: Adjustment
  onClose: () => void
}) {
  const t = useTranslations()
  const { currency, refundable_cents } = invoice
  const number = String(invoice.number)
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const { act, isBusy, errorAt: faultAt, errorBeside: faultBeside } = useStaffAct(adjustInvoiceRoute)
  const sayDone = useAdjusted()
  const read = readMoney(t, text, currency)
  const cents = read.ok ? (read.cents ?? 0) : 0
  const amount = moneyText(t, cents, currency)
  const adjust = () =>
    act(
      {
        params: { invoice_id: invoice.id },
        body: {
          kind: what === 'refund' ? 'REFUND' : 'CORRECTION',
          amount_cents: what === 'less' ? -cents : cents,
          reason: reason.trim(),
        },
      },
      ({ refund }) => {
        sayDone(what, amount, refund)
        onClose()
      },
    )
  const say = {
    refund: {
      title: t('invoices.refundTitle', { number }),
      text: t('invoices.refundText'),
      go: cents > 0 ? t('invoices.goRefund', { amount }) : t('invoices.refundGo'),
    },
    bill: {
      title: t('invoices.billTitle'),
      text: t('invoices.billText'),
      go: cents > 0 ? t('invoices.goMore', { amount }) : t('invoices.billTitle'),
    },
    less: {
      title: t('invoices.lessTitle', { number }),
      text: t('invoices.lessText'),
      go: cents > 0 ? t('invoices.goLess', { amount }) : t('invoices.less'),
    },
  }[what]
  const why = missingText(t, [
    [t('invoices.amount'), cents > 0],
    [t('staffReservations.reason'), reason.trim() !== ''],
  ])
  return (
    <ActDialog
      title={say.title}
      text={say.text}
      fault={faultBeside('amount_cents', 'reason')}
      go={say.go}
      isBusy={isBusy}
      isReady={why === null}
      why={why}
      onGo={adjust}
      onClose={onClose}
    >
      <MoneyField
        label={t('invoices.amount')}
        text={text}
        currency={currency}
        description={
          what === 'refund'
            ? t('invoices.refundAside', { amount: moneyText(t, refundable_cents, currency) })
            : undefined
        }
        error={faultAt('amount_cents')}
        onChange={setText}
      />
      <ReasonField
        label={t('staffReservations.reason')}
        description={t('staffReservations.reasonText')}
        reason={reason}
        error={faultAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}

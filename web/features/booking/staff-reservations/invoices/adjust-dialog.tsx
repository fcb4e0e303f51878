'use client'
import { type AdminInvoice, adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { Choice } from '@/ui/choice.tsx'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField, readMoney } from '@/ui/money-field.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'

type What = 'refund' | 'more' | 'less'

/** Refunds an invoice, sends an additional bill, or reduces an unpaid invoice; a reason is required. */
export function AdjustDialog({
  invoice,
  onClose,
  onDone,
}: {
  invoice: AdminInvoice
  onClose: () => void
  onDone: () => void
}) {
  const t = useTranslations()
  const { currency, refundable_cents, status } = invoice
  const isOpen = status === 'PENDING' || status === 'FAILED'
  const [what, setWhat] = useState<What>(isOpen ? 'less' : refundable_cents > 0 ? 'refund' : 'more')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const { act, isBusy, errorAt: faultAt, errorBeside: faultBeside } = useStaffAct(adjustInvoiceRoute)
  const read = readMoney(t, text, currency)
  const cents = read.ok ? (read.cents ?? 0) : 0
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
      onDone,
    )
  const options = [
    ...(refundable_cents > 0
      ? [
          {
            value: 'refund',
            content: t('invoices.refund'),
            aside: t('invoices.refundAside', { amount: moneyText(t, refundable_cents, currency) }),
          },
        ]
      : []),
    ...(isOpen ? [{ value: 'less', content: t('invoices.less'), aside: t('invoices.lessAside') }] : []),
    // A reservation that is not accepted yet has no bills: the driver accepts its price.
    ...(isOpen ? [] : [{ value: 'more', content: t('invoices.more'), aside: t('invoices.moreAside') }]),
  ]
  const amount = moneyText(t, cents, currency)
  const go = {
    refund: t('invoices.goRefund', { amount }),
    more: t('invoices.goMore', { amount }),
    less: t('invoices.goLess', { amount }),
  }[what]
  return (
    <ActDialog
      title={t('invoices.adjustTitle', { number: String(invoice.number) })}
      text={t('invoices.adjustText')}
      fault={faultBeside('amount_cents', 'reason')}
      go={cents > 0 ? go : t('invoices.go')}
      isBusy={isBusy}
      isReady={cents > 0 && reason.trim() !== ''}
      onGo={adjust}
      onClose={onClose}
    >
      <Choice
        name="what"
        legend={t('invoices.what')}
        value={what}
        onChange={(value) => setWhat(value as What)}
        options={options}
      />
      <MoneyField
        label={t('invoices.amount')}
        text={text}
        currency={currency}
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

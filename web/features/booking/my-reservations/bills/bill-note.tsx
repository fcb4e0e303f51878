'use client'
import { Button, Textarea } from '@mantine/core'
import { contestBillRoute } from '@openspot/contract/money/bills.ts'
import type { Invoice } from '@openspot/contract/money/invoices.ts'
import { useTranslations } from 'use-intl'
import { reservationErrors } from '@/lib/reservation-errors.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useDraft } from '@/lib/use-draft.ts'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { moneyText } from '@/ui/money.tsx'
import { Note } from '@/ui/states.tsx'
import css from './bills.module.css'
import { usePayInvoice } from './use-pay-invoice.ts'

/** A bill from the lot: its reason, payment, and contesting it. Doing neither has no consequence for the driver. */
export function BillNote({ bill }: { bill: Invoice }) {
  const t = useTranslations()
  const paying = usePayInvoice(bill)
  const contest = useApiMutation(contestBillRoute, { refresh: reservationErrors })
  const [{ reason, isOpen }, change, forget] = useDraft(`contest ${bill.id}`, () => ({
    reason: '',
    isOpen: false,
  }))
  const amount = moneyText(t, bill.total_cents, bill.currency)
  const send = () =>
    contest.mutate(
      { params: { invoice_id: bill.id }, body: { reason: reason.trim() } },
      {
        onSuccess: () => {
          change({ reason: '', isOpen: false })
          forget()
        },
      },
    )
  return (
    <Note tone="plain" title={t('invoices.bill.title', { amount })}>
      <div className={css.owed}>
        <p>
          {bill.bill_reason
            ? t('invoices.bill.reason', { reason: bill.bill_reason })
            : t('invoices.bill.forChange')}
        </p>
        <p>{bill.contested_at === null ? t('invoices.bill.text') : t('invoices.bill.contested')}</p>
        {paying.error ? <p role="alert">{paying.error.message}</p> : null}
        {!isOpen ? (
          <>
            <PaymentChoice methods={paying.items} chosen={paying.method} onChoose={paying.setPicked} />
            <div className={css.buttons}>
              <GatedButton
                h={48}
                loading={paying.isBusy}
                why={missingText(t, [[t('booking.payWith'), paying.method !== null]])}
                onClick={paying.pay}
              >
                {t('invoices.payNow', { amount })}
              </GatedButton>
              {bill.contested_at === null ? (
                <Button h={48} variant="default" onClick={() => change({ reason, isOpen: true })}>
                  {t('invoices.bill.contest')}
                </Button>
              ) : null}
            </div>
          </>
        ) : (
          <>
            <Textarea
              label={t('invoices.bill.why')}
              description={t('invoices.bill.whyText')}
              value={reason}
              maxLength={500}
              autosize
              minRows={2}
              error={contest.error?.message ?? null}
              onChange={(event) => change({ reason: event.currentTarget.value, isOpen })}
            />
            <div className={css.buttons}>
              <GatedButton
                h={48}
                loading={contest.isPending}
                why={missingText(t, [[t('invoices.bill.why'), reason.trim() !== '']])}
                onClick={send}
              >
                {t('invoices.bill.send')}
              </GatedButton>
              <Button h={48} variant="default" onClick={() => change({ reason, isOpen: false })}>
                {t('invoices.bill.back')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Note>
  )
}

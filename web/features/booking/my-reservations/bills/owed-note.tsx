'use client'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { type Invoice, listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { moneyText } from '@/ui/money.tsx'
import { Note } from '@/ui/states.tsx'
import { BillNote } from './bill-note.tsx'
import css from './bills.module.css'
import { usePayInvoice } from './use-pay-invoice.ts'

const isOpen = ({ status }: Invoice) => status === 'PENDING' || status === 'FAILED'

/**
 * What a driver is asked to pay for a reservation: failed payments, which are owed, and bills, which may be declined.
 */
export function OwedNotes({ reservation }: { reservation: Reservation }) {
  const invoices = useApiQuery(listReservationInvoicesRoute, { params: { reservation_id: reservation.id } })
  const items = invoices.data?.items ?? []
  return (
    <>
      {items
        .filter(({ kind, status }) => kind !== 'CORRECTION' && status === 'FAILED')
        .map((invoice) => (
          <OwedNote key={invoice.id} reservation={reservation} invoice={invoice} />
        ))}
      {items
        .filter((invoice) => invoice.kind === 'CORRECTION' && isOpen(invoice))
        .map((invoice) => (
          <BillNote key={invoice.id} bill={invoice} />
        ))}
    </>
  )
}

function OwedNote({ reservation, invoice }: { reservation: Reservation; invoice: Invoice }) {
  const t = useTranslations()
  const paying = usePayInvoice(invoice)
  const amount = moneyText(t, invoice.total_cents, invoice.currency)
  return (
    <Note tone="bad" title={t('invoices.owedTitle', { amount })}>
      <div className={css.owed}>
        <p>{reservation.is_ended ? t('invoices.owedOver') : t('invoices.owedText')}</p>
        {invoice.kind === 'PERIOD' ? <p>{t('invoices.usedForMonths')}</p> : null}
        {paying.error ? <p role="alert">{paying.error.message}</p> : null}
        <PaymentChoice methods={paying.items} chosen={paying.method} onChoose={paying.setPicked} />
        <GatedButton
          h={48}
          loading={paying.isBusy}
          why={missingText(t, [[t('booking.payWith'), paying.method !== null]])}
          onClick={paying.pay}
        >
          {t('invoices.payNow', { amount })}
        </GatedButton>
      </div>
    </Note>
  )
}

'use client'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import {
  type Invoice,
  listInvoiceLinesRoute,
  listReservationInvoicesRoute,
} from '@openspot/contract/money/invoices.ts'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { tag, tagAround } from '@/lib/messages/tag.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { paymentMethodName } from '@/ui/checkout/payment-method-text.ts'
import { isPaid, ReceiptButton, SendReceiptsButton } from '@/ui/invoice/receipt-buttons.tsx'
import { SecondPayments } from '@/ui/invoice/second-payments.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Money, moneyText } from '@/ui/money.tsx'
import { PriceLines } from '@/ui/price-lines.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import css from './reservations.module.css'

/** The payment is in progress, so the next response may show that it has arrived. */
const isMoving = ({ status }: Invoice) => ['PENDING', 'PROCESSING', 'PENDING_REFUND'].includes(status)

/** The price and payments of a reservation: an invoice for the booking, and one for each later change and month. */
export function Receipt({ reservation }: { reservation: Reservation }) {
  const t = useTranslations()
  const invoices = useApiQuery(
    listReservationInvoicesRoute,
    { params: { reservation_id: reservation.id } },
    { everySeconds: (answer) => (answer?.items.some(isMoving) ? 2 : 30) },
  )
  if (reservation.invoice_id === null) return null
  // The continuation on another spot was paid with the earlier part; its own invoice is empty.
  const isPart = reservation.continues_id !== null
  const items = (invoices.data?.items ?? []).filter(({ total_cents }) => !isPart || total_cents > 0)
  const [first] = items
  return (
    <section className={css.card}>
      <div className={css.cardHead}>
        <h2>{t('driver.price')}</h2>
        {first && items.length > 1 ? (
          <p>
            {t.rich('driver.paidInAll', {
              amount: tag(<Money cents={paidIn(items)} currency={first.currency} size="lg" />),
            })}
          </p>
        ) : null}
      </div>
      {isPart ? (
        <p className={css.quiet}>
          {t.rich('driver.paidBefore', {
            link: tagAround(<Link href={`/me/reservations/${reservation.continues_id}`} />),
          })}
        </p>
      ) : null}
      <QueryState answer={invoices} rows={1} />
      {items.map((invoice) => (
        <InvoiceLines key={invoice.id} invoice={invoice} zone={reservation.lot.time_zone}>
          {isPaid(invoice) && items.length > 1 ? <ReceiptOf invoice={invoice} /> : null}
        </InvoiceLines>
      ))}
      {items.some(isPaid) ? (
        <div className={css.receiptFoot}>
          {first && items.length === 1 ? <ReceiptOf invoice={first} /> : null}
          <SendReceiptsButton reservation_id={reservation.id} />
        </div>
      ) : null}
    </section>
  )
}

/** Returns the total paid minus refunds. */
const paidIn = (invoices: readonly Invoice[]): number =>
  invoices.reduce((sum, { paid_cents, refunded_cents }) => sum + paid_cents - refunded_cents, 0)

const ReceiptOf = ({ invoice }: { invoice: Invoice }) => {
  const t = useTranslations()
  return (
    <ReceiptButton
      invoice_id={invoice.id}
      of={t('driver.paymentNumber', { number: String(invoice.number) })}
    />
  )
}

function InvoiceLines({ invoice, zone, children }: { invoice: Invoice; zone: string; children: ReactNode }) {
  const t = useTranslations()
  const { currency, total_cents } = invoice
  const lines = useApiQuery(listInvoiceLinesRoute, { params: { invoice_id: invoice.id } })
  return (
    <div className={css.invoiceBlock}>
      {lines.data ? <PriceLines price={{ currency, total_cents, lines: lines.data.items }} /> : null}
      {lines.isPending ? <ListSkeleton rows={1} /> : null}
      {lines.isError ? <ErrorState error={lines.error} onRetry={() => lines.refetch()} /> : null}
      <div className={css.invoice}>
        <span>{t('driver.paymentNumber', { number: String(invoice.number) })}</span>
        <strong>{t(`driver.invoiceStatuses.${invoice.status}`)}</strong>
        {invoice.payment ? (
          <span>{paymentMethodName(t, invoice.payment.brand, invoice.payment.last4)}</span>
        ) : null}
        {invoice.refunded_cents > 0 ? (
          <span>{t('driver.refunded', { amount: moneyText(t, invoice.refunded_cents, currency) })}</span>
        ) : null}
        {invoice.refund_pending_cents > 0 ? (
          <span>
            {t('driver.refundPending', { amount: moneyText(t, invoice.refund_pending_cents, currency) })}
          </span>
        ) : null}
        <SecondPayments of={invoice.second_payments} currency={currency} zone={zone} />
        {children ? <span className={css.receipt}>{children}</span> : null}
      </div>
    </div>
  )
}

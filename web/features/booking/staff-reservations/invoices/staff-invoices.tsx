'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { type AdminInvoice, getAdminInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { type Invoice, listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { reservationPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { paymentMethodName } from '@/ui/checkout/payment-method-text.ts'
import { disputeText } from '@/ui/invoice/dispute-text.ts'
import { isPaid, ReceiptButton, SendReceiptsButton } from '@/ui/invoice/receipt-buttons.tsx'
import { RefundRow } from '@/ui/invoice/refund-row.tsx'
import { SecondPayments } from '@/ui/invoice/second-payments.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Money, moneyText } from '@/ui/money.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { PriceLines } from '@/ui/price-lines.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { AdjustDialog, type Adjustment, adjustmentsOf } from './adjust-dialog.tsx'
import { BillState } from './bill-state.tsx'
import css from './invoices.module.css'

/** The payment is in progress, so the next response may show that it has arrived. */
const isMoving = ({ kind, status }: Invoice) =>
  kind !== 'CORRECTION' && ['PENDING', 'PROCESSING', 'PENDING_REFUND'].includes(status)

/** The rest of a moved reservation has an empty invoice of its own beside the one that was paid. */
const isEmpty = ({ kind, total_cents, paid_cents }: Invoice) =>
  kind === 'BOOKING' && total_cents === 0 && paid_cents === 0

/** The invoices of a reservation for staff: revenue split, payments, refunds, and adjustments. */
export function StaffInvoices({ reservation, lot }: { reservation: Reservation; lot: ConsoleLot }) {
  const t = useTranslations()
  const invoices = useApiQuery(
    listReservationInvoicesRoute,
    { params: { reservation_id: reservation.id } },
    { client: 'admin', everySeconds: (answer) => (answer?.items.some(isMoving) ? 3 : 60) },
  )
  // A platform admin without a role in the lot must not send messages in its name.
  const sendsReceipts = lot.role !== null
  const all = invoices.data?.items ?? []
  const items = reservation.continues_id ? all.filter((one) => !isEmpty(one)) : all
  const { continued_by } = reservation
  return (
    <Panel title={t('invoices.title')}>
      {reservation.continues_id && items.length === 0 && invoices.data ? (
        <p className={css.quiet}>{t('invoices.paidBefore')}</p>
      ) : null}
      {continued_by && items.length === 0 && invoices.data ? (
        <p className={css.quiet}>
          {t('invoices.movedTo', { label: continued_by.spot_label })}{' '}
          <Link href={reservationPath(lot.id, continued_by.id)}>{t('staffReservations.stay.openPart')}</Link>
        </p>
      ) : null}
      <QueryState answer={invoices} rows={1} />
      {items.map(({ id }) => (
        <StaffInvoice key={id} invoice_id={id} lot={lot} />
      ))}
      {sendsReceipts && items.some(isPaid) ? (
        <Buttons>
          <SendReceiptsButton reservation_id={reservation.id} client="admin" />
        </Buttons>
      ) : null}
    </Panel>
  )
}

function StaffInvoice({ invoice_id, lot }: { invoice_id: string; lot: ConsoleLot }) {
  const t = useTranslations()
  const answer = useApiQuery(
    getAdminInvoiceRoute,
    { params: { invoice_id } },
    { client: 'admin', everySeconds: 15 },
  )
  const [what, setWhat] = useState<Adjustment | null>(null)
  if (answer.isError && !answer.data) {
    return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  }
  if (!answer.data) return <ListSkeleton rows={2} />
  const invoice = answer.data
  const { currency, total_cents, lines } = invoice
  const number = String(invoice.number)
  const nameOf = {
    refund: t('invoices.refundGo'),
    bill: t('invoices.billTitle'),
    less: t('invoices.less'),
  }
  const isFree = total_cents === 0 && invoice.status === 'PAID'
  return (
    <article className={css.invoice}>
      <header className={css.head}>
        <h3>
          {t('invoices.number', { number })} <span>{t(`invoices.kinds.${invoice.kind}`)}</span>
        </h3>
        <div className={css.acts}>
          {isPaid(invoice) && !isFree ? (
            <ReceiptButton invoice_id={invoice.id} of={t('driver.invoice', { number })} client="admin" />
          ) : null}
          {adjustmentsOf(invoice).map((one) => (
            <Button
              key={one}
              size="compact-md"
              variant="default"
              {...(one === 'refund' ? { 'aria-label': t('invoices.refundTitle', { number }) } : {})}
              onClick={() => setWhat(one)}
            >
              {nameOf[one]}
            </Button>
          ))}
        </div>
      </header>
      <PriceLines price={{ currency, total_cents, lines }} showsRules />
      <p className={css.quiet}>
        <strong>{isFree ? t('invoices.nothingToPay') : t(`driver.invoiceStatuses.${invoice.status}`)}</strong>{' '}
        {invoice.payments[0]?.brand
          ? paymentMethodName(t, invoice.payments[0].brand, invoice.payments[0].last4)
          : null}
      </p>
      <BillState invoice={invoice} onDone={() => void answer.refetch()} />
      <Troubles invoice={invoice} zone={lot.time_zone} />
      {total_cents > 0 ? <Shares invoice={invoice} /> : null}
      {invoice.refunds.length > 0 ? (
        <ul className={css.refunds}>
          {invoice.refunds.map((refund) => (
            <RefundRow key={refund.id} refund={refund} currency={currency} zone={lot.time_zone} />
          ))}
        </ul>
      ) : null}
      {what === null ? null : (
        <AdjustDialog
          invoice={invoice}
          what={what}
          onClose={() => {
            setWhat(null)
            void answer.refetch()
          }}
        />
      )}
    </article>
  )
}

/** Payment problems: a failed charge, or a dispute by the payer's bank. */
function Troubles({ invoice, zone }: { invoice: AdminInvoice; zone: string }) {
  const t = useTranslations()
  const [last] = invoice.payments
  return (
    <>
      {invoice.status === 'FAILED' ? (
        <Note tone="bad" title={t('invoices.failed', { message: last?.failure_message ?? '' })}>
          {invoice.next_attempt_at ? (
            <p>
              {t.rich('invoices.triedAgain', {
                time: tag(<Moment at={invoice.next_attempt_at} zone={zone} inside />),
              })}
            </p>
          ) : null}
          {invoice.grace_ends_at ? (
            <p>
              {t.rich('invoices.payUntil', {
                time: tag(<Moment at={invoice.grace_ends_at} zone={zone} inside />),
              })}
            </p>
          ) : null}
        </Note>
      ) : null}
      <SecondPayments of={invoice.payments} currency={invoice.currency} zone={zone} />
      {invoice.disputes.map((dispute) => (
        <Note
          key={dispute.id}
          tone={dispute.withdrawn_cents > 0 ? 'bad' : 'plain'}
          title={t('invoices.disputed', { amount: moneyText(t, dispute.amount_cents, invoice.currency) })}
        >
          <p>{disputeText(t, dispute)}</p>
          {dispute.evidence_due_at && !dispute.closed_at ? (
            <p>
              {t.rich('invoices.evidenceUntil', {
                time: tag(<Moment at={dispute.evidence_due_at} zone={zone} inside />),
              })}
            </p>
          ) : null}
        </Note>
      ))}
    </>
  )
}

function Shares({ invoice: { shares, currency } }: { invoice: AdminInvoice }) {
  const t = useTranslations()
  const amount = (cents: number) => (cents === 0 ? null : <Money cents={cents} currency={currency} />)
  return (
    <details className={css.shares}>
      <summary>{t('invoices.shares')}</summary>
      <Facts
        items={[
          [t('invoices.lot'), amount(shares.lot_cents)],
          [t('invoices.host'), amount(shares.host_cents)],
          [t('invoices.platform'), amount(shares.platform_cents)],
          [t('invoices.serviceFee'), amount(shares.service_fee_cents)],
        ]}
      />
    </details>
  )
}

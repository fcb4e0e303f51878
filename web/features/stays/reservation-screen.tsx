'use client'
import { Button } from '@mantine/core'
import { type Invoice, listInvoiceLines, listReservationInvoices } from '@openspot/contract/invoices.ts'
import { getReservation, type Reservation } from '@openspot/contract/reservations.ts'
import { useState } from 'react'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAsk } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { PriceLines } from '@/ui/price-lines.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { HeldNote } from './held-note.tsx'
import { Pass } from './pass.tsx'
import { phaseOf } from './stay-phase.ts'
import css from './stays.module.css'

/** One stay: its pass, what it cost and how it was paid, and the way out of it. */
export function ReservationScreen({ initial }: { initial: Reservation }) {
  const { now } = useClock()
  const [cancels, setCancels] = useState(false)
  const answer = useAsk(
    getReservation,
    { params: { reservation_id: initial.id } },
    { initialData: initial, everySeconds: 30 },
  )
  const stay = answer.data ?? initial
  const phase = phaseOf(stay, now)
  return (
    <div className={css.stack}>
      {phase === 'held' ? <HeldNote stay={stay} /> : null}
      {stay.status === 'CANCELED' ? <Note tone="plain" title={words.driver.cancelled} /> : null}
      <Pass stay={stay} heading="h1" />
      <Receipt stay={stay} />
      {stay.status === 'ACTIVE' && phase !== 'over' ? (
        <section className={css.cancel}>
          {stay.cancel_until_at ? (
            <p className={css.quiet}>
              {words.driver.cancelUntil} <Moment at={stay.cancel_until_at} zone={stay.lot.time_zone} inside />
              .
            </p>
          ) : null}
          <Button variant="default" onClick={() => setCancels(true)}>
            {words.driver.cancel}
          </Button>
          <CancelDialog stay={stay} opened={cancels} onClose={() => setCancels(false)} />
        </section>
      ) : null}
    </div>
  )
}

/** Money on its way: the next answer may say that it has arrived. */
const isMoving = ({ status }: Invoice) => ['PENDING', 'PROCESSING', 'PENDING_REFUND'].includes(status)

function Receipt({ stay }: { stay: Reservation }) {
  const { driver } = words
  const invoices = useAsk(
    listReservationInvoices,
    { params: { reservation_id: stay.id } },
    { everySeconds: (answer) => (answer?.items.some(isMoving) ? 2 : 30) },
  )
  const lines = useAsk(
    listInvoiceLines,
    { params: { invoice_id: stay.invoice_id ?? '' } },
    { enabled: stay.invoice_id !== null },
  )
  if (stay.invoice_id === null || stay.currency === null || stay.total_cents === null) return null
  const { currency, total_cents } = stay
  return (
    <section className={css.card}>
      <h2>{driver.price}</h2>
      {lines.data ? <PriceLines price={{ currency, total_cents, lines: lines.data.items }} /> : null}
      {lines.isPending ? <ListSkeleton rows={1} /> : null}
      {lines.isError ? <ErrorState error={lines.error} onRetry={() => lines.refetch()} /> : null}
      {invoices.data?.items.map((invoice) => (
        <p key={invoice.id} className={css.invoice}>
          <span>{driver.invoice(invoice.number)}</span>
          <strong>{driver.invoiceStatuses[invoice.status]}</strong>
          {invoice.payment ? (
            <span>{words.paymentMethods.name(invoice.payment.brand, invoice.payment.last4)}</span>
          ) : null}
          {invoice.refunded_cents > 0 ? (
            <span>{driver.refunded(moneyText(invoice.refunded_cents, invoice.currency))}</span>
          ) : null}
          {invoice.refund_pending_cents > 0 ? (
            <span>{driver.refundPending(moneyText(invoice.refund_pending_cents, invoice.currency))}</span>
          ) : null}
        </p>
      ))}
    </section>
  )
}

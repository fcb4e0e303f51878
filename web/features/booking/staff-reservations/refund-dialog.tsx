'use client'
import { Modal } from '@mantine/core'
import { getAdminInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { AdjustDialog } from './invoices/adjust-dialog.tsx'
import type { ActionProps } from './reservation-actions.tsx'

/** Refunds the newest invoice of a reservation that still has something to refund. */
export function RefundDialog({ reservation, onClose }: ActionProps) {
  const t = useTranslations()
  const params = { reservation_id: reservation.id }
  const invoices = useApiQuery(listReservationInvoicesRoute, { params }, { client: 'admin' })
  const paid = invoices.data?.items.findLast(
    (one) => one.paid_cents > one.refunded_cents + one.refund_pending_cents,
  )
  const invoice = useApiQuery(
    getAdminInvoiceRoute,
    { params: { invoice_id: paid?.id ?? '' } },
    { client: 'admin', enabled: paid !== undefined },
  )
  if (invoice.data) return <AdjustDialog invoice={invoice.data} what="refund" onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={t('staffReservations.refund.title')}>
      <QueryState answer={paid ? invoice : invoices} rows={2} />
      {invoices.data && !paid ? <p>{t('staffReservations.refund.nothing')}</p> : null}
    </Modal>
  )
}

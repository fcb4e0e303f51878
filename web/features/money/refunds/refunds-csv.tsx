import {
  type LotDispute,
  type LotRefund,
  listLotDisputesRoute,
  listLotRefundsRoute,
} from '@openspot/contract/money/adjustments.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { refundReasonText } from '@/ui/invoice/refund-text.ts'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { disputesOf, refundsOf, type View } from './use-refunds.ts'

const client = 'admin' as const

const refundColumns: CsvColumns<LotRefund> = [
  ['id', ({ id }) => id],
  ['status', ({ status }, t) => t(`invoices.refundStatuses.${status}`)],
  ['invoice_number', ({ invoice_number }) => String(invoice_number)],
  ['reservation_id', ({ reservation_id }) => reservation_id],
  ['fine_id', ({ fine_id }) => fine_id],
  ['payer_name', ({ payer_name }) => payer_name],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount_cents, currency }) => decimalOf(amount_cents, currency)],
  ['reason', ({ reason }, t) => refundReasonText(t, reason)],
  ['requested_by', ({ requested_by }) => requested_by],
  ['approved_by', ({ approved_by }) => approved_by],
  ['created_at', ({ created_at }) => created_at],
  ['settled_at', ({ settled_at }) => settled_at],
  ['failed_at', ({ failed_at }) => failed_at ?? null],
  ['resolution', ({ resolution }) => resolution ?? null],
]

const disputeColumns: CsvColumns<LotDispute> = [
  ['id', ({ id }) => id],
  ['status', ({ status }) => status],
  ['reason', ({ reason }) => reason],
  ['invoice_number', ({ invoice_number }) => String(invoice_number)],
  ['reservation_id', ({ reservation_id }) => reservation_id],
  ['fine_id', ({ fine_id }) => fine_id],
  ['payer_name', ({ payer_name }) => payer_name],
  ['currency', ({ currency }) => currency],
  ['amount', ({ amount_cents, currency }) => decimalOf(amount_cents, currency)],
  ['withdrawn', ({ withdrawn_cents, currency }) => decimalOf(withdrawn_cents, currency)],
  ['evidence_due_at', ({ evidence_due_at }) => evidence_due_at],
  ['opened_at', ({ opened_at }) => opened_at],
  ['closed_at', ({ closed_at }) => closed_at],
]

/** Downloads all pages of the filtered list. */
export function RefundsCsv({ lot, view }: { lot: ConsoleLot; view: View }) {
  const t = useTranslations()
  if (view.tab === 'disputes') {
    const { params, query } = disputesOf(lot.id, view)
    return (
      <ListCsv
        label={t('refunds.csv.disputes')}
        name="disputes"
        columns={disputeColumns}
        readPage={(page) =>
          callApi(listLotDisputesRoute, { params, query: { ...query, ...page } }, { client })
        }
      />
    )
  }
  const { params, query } = refundsOf(lot.id, view)
  return (
    <ListCsv
      label={t('refunds.csv.refunds')}
      name="refunds"
      columns={refundColumns}
      readPage={(page) => callApi(listLotRefundsRoute, { params, query: { ...query, ...page } }, { client })}
    />
  )
}

import type { PlanBill, SubscriptionChange } from '@openspot/contract/money/subscriptions.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { Column } from '@/ui/data-table.tsx'
import { isPaid, ReceiptButton } from '@/ui/invoice/receipt-buttons.tsx'
import { SecondPayments } from '@/ui/invoice/second-payments.tsx'
import { type CsvColumns, yesOrNo } from '@/ui/list-csv.tsx'
import { Money, moneyText } from '@/ui/money.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import css from './plan.module.css'

const tones = { SCHEDULED: 'ahead', APPLIED: 'done', WITHDRAWN: 'bad' } as const

const billTones = {
  PENDING: 'now',
  PROCESSING: 'now',
  FAILED: 'bad',
  PAID: 'done',
  PENDING_REFUND: 'now',
  REFUNDED: 'done',
  PARTIALLY_REFUNDED: 'done',
  CANCELED: 'bad',
} as const

const paidText = (t: Translate, { paid_from, status, amount_cents }: PlanBill): string => {
  if (paid_from === 'PAYMENT_METHOD') return t(`plan.billStates.${status}`)
  return amount_cents < 0 ? t('plan.billStates.credit') : t('plan.billStates.earnings')
}

export const billColumns = (t: Translate, zone: string): Column<PlanBill>[] => [
  {
    key: 'what',
    head: t('plan.columns.what'),
    cell: (bill) => (
      <span className={css.what}>
        {bill.plan_name}
        {bill.is_change ? <span className={css.tag}>{t('plan.rest')}</span> : null}
      </span>
    ),
  },
  {
    key: 'time',
    head: t('plan.columns.time'),
    cell: (bill) => (
      <>
        <Day at={bill.starts_at} zone={zone} /> – <Day at={bill.ends_at} zone={zone} />
      </>
    ),
  },
  { key: 'billed', head: t('plan.columns.billed'), cell: (bill) => <Day at={bill.created_at} zone={zone} /> },
  {
    key: 'paid',
    head: t('plan.columns.paid'),
    cell: (bill) => (
      <>
        <StatusWord tone={billTones[bill.status]}>{paidText(t, bill)}</StatusWord>
        <SecondPayments of={bill.second_payments} currency={bill.currency} zone={zone} />
        {bill.owed_refund_cents ? (
          <p>{t('plan.refundFailed', { amount: moneyText(t, bill.owed_refund_cents, bill.currency) })}</p>
        ) : null}
      </>
    ),
  },
  {
    key: 'receipt',
    head: t('plan.columns.receipt'),
    cell: (bill) =>
      bill.invoice_id !== null && bill.is_mine && isPaid(bill) ? (
        <ReceiptButton invoice_id={bill.invoice_id} of={bill.plan_name} client="admin" />
      ) : null,
  },
  {
    key: 'amount',
    head: t('plan.columns.amount'),
    isFigure: true,
    cell: (bill) => <Money cents={bill.amount_cents} currency={bill.currency} />,
  },
]

const nameOf = (t: Translate, { kind, plan }: SubscriptionChange): string =>
  kind === 'PLAN' && plan ? t('plan.toPlan', { name: plan.name }) : t(`plan.kinds.${kind}`)

export const changeColumns = (t: Translate, zone: string, currency: string): Column<SubscriptionChange>[] => [
  { key: 'change', head: t('plan.columns.change'), cell: (value) => nameOf(t, value) },
  { key: 'from', head: t('plan.columns.from'), cell: (one) => <Day at={one.effective_at} zone={zone} /> },
  {
    key: 'state',
    head: t('plan.columns.state'),
    cell: (one) => <StatusWord tone={tones[one.state]}>{t(`plan.states.${one.state}`)}</StatusWord>,
  },
  {
    key: 'price',
    head: t('plan.columns.price'),
    isFigure: true,
    cell: (one) => (one.month_cents === null ? null : <Money cents={one.month_cents} currency={currency} />),
  },
  {
    key: 'now',
    head: t('plan.columns.now'),
    isFigure: true,
    cell: (one) =>
      one.proration_cents === 0 ? null : <Money cents={one.proration_cents} currency={currency} />,
  },
  { key: 'by', head: t('plan.columns.by'), cell: (one) => one.requested_by ?? t('plan.planned.byUs') },
  {
    key: 'reason',
    head: t('plan.columns.reason'),
    cell: (one) => <span className={css.why}>{one.reason}</span>,
  },
]

const day = (at: string, zone: string) => localDate(zone, minutesOf(at))

export const billCsv = (zone: string): CsvColumns<PlanBill> => [
  ['id', (bill) => bill.id],
  ['plan_name', (bill) => bill.plan_name],
  ['is_change', (bill, t) => yesOrNo(t, bill.is_change)],
  ['starts_on', (bill) => day(bill.starts_at, zone)],
  ['ends_on', (bill) => day(bill.ends_at, zone)],
  ['created_at', (bill) => bill.created_at],
  ['paid_from', (bill) => bill.paid_from],
  ['status', (bill) => bill.status],
  ['amount', (bill) => decimalOf(bill.amount_cents, bill.currency)],
  ['currency', (bill) => bill.currency],
]

export const changeCsv = (currency: string): CsvColumns<SubscriptionChange> => [
  ['id', (one) => one.id],
  ['kind', (one) => one.kind],
  ['plan', (one) => one.plan?.name ?? null],
  ['state', (one) => one.state],
  ['effective_at', (one) => one.effective_at],
  ['month', (one) => (one.month_cents === null ? null : decimalOf(one.month_cents, currency))],
  ['proration', (one) => decimalOf(one.proration_cents, currency)],
  ['currency', () => currency],
  ['requested_by', (one) => one.requested_by],
  ['reason', (one) => one.reason],
  ['created_at', (one) => one.created_at],
]

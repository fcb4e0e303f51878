'use client'
import { Button } from '@mantine/core'
import { sendRefundAgainRoute } from '@openspot/contract/money/adjustments.ts'
import {
  type FailedPlanRefund,
  listFailedPlanRefundsRoute,
} from '@openspot/contract/platform/unpaid-plans.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { usePages } from '@/lib/use-pages.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { refundFailureText } from '@/ui/invoice/refund-text.ts'
import { PagedRows } from '@/ui/list-frame.tsx'
import { Money } from '@/ui/money.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import css from './unpaid-plans.module.css'

const client = 'admin' as const

/** Refunds of plans that a bank didn't take, which the platform sends again. Nothing if there are none. */
export function FailedPlanRefunds({ zone }: { zone: string }) {
  const t = useTranslations()
  const pages = usePages(
    listFailedPlanRefundsRoute,
    (query) => ({ query }),
    ({ next_cursor }) => next_cursor,
    { client },
  )
  const again = useApiMutation(sendRefundAgainRoute, { client, refresh: [listFailedPlanRefundsRoute] })
  const isEmpty = pages.data?.pages.every(({ items }) => items.length === 0) ?? true
  if (isEmpty && !pages.error) return null
  const send = ({ id, lot }: FailedPlanRefund) => (
    <Button
      size="compact-md"
      aria-label={t('unpaidPlans.refunds.of', { lot: lot.name })}
      loading={again.isPending && again.variables.params.refund_id === id}
      disabled={again.isPending}
      onClick={() => again.mutate({ params: { refund_id: id } })}
    >
      {t('invoices.failedRefund.sendAgain')}
    </Button>
  )
  return (
    <Panel title={t('unpaidPlans.refunds.title')} text={t('unpaidPlans.refunds.text')}>
      {again.error ? <Note tone="bad" title={again.error.message} /> : null}
      <PagedRows pages={pages} empty={null} more={t('people.more')} skeleton={1}>
        {(rows) => (
          <DataTable
            label={t('refunds.title')}
            columns={columns(t, zone, send)}
            rows={rows}
            keyOf={({ id }) => id}
            isCards
          />
        )}
      </PagedRows>
    </Panel>
  )
}

const columns = (
  t: Translate,
  zone: string,
  send: Column<FailedPlanRefund>['cell'],
): Column<FailedPlanRefund>[] => [
  {
    key: 'lot',
    head: t('unpaidPlans.columns.lot'),
    cell: ({ lot, invoice_number }) => (
      <span className={css.pair}>
        <Link href={`/lots/${lot.id}/plan`}>{lot.name}</Link>
        <small>{t('unpaidPlans.refunds.invoice', { invoice: String(invoice_number) })}</small>
      </span>
    ),
  },
  {
    key: 'amount',
    head: t('unpaidPlans.refunds.amount'),
    isFigure: true,
    cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
  },
  {
    key: 'payer',
    head: t('unpaidPlans.refunds.payer'),
    cell: ({ payer_name }) => payer_name ?? t('people.noName'),
  },
  {
    key: 'failed',
    head: t('unpaidPlans.refunds.failed'),
    cell: ({ failed_at, failure_message }) => (
      <span className={css.pair}>
        <Day at={failed_at} zone={zone} />
        {failure_message === null ? null : <small>{refundFailureText(t, failure_message)}</small>}
      </span>
    ),
  },
  { key: 'action', head: t('unpaidPlans.refunds.action'), cell: send },
]

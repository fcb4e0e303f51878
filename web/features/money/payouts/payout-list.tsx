import type { Payout } from '@openspot/contract/money/payouts.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { Money } from '@/ui/money.tsx'
import { payoutTones, StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import css from './payouts.module.css'
import type { Whose } from './use-payouts.ts'

export const payoutPath = ({ lot_id }: Whose, payout_id: string) =>
  lot_id === null ? `/me/earnings/payouts/${payout_id}` : `/lots/${lot_id}/payouts/${payout_id}`

export const payeeName = (t: Translate, { payee_kind, payee_name }: Payout): string =>
  payee_kind === 'LOT' ? t('payouts.theLot') : (payee_name ?? t('payouts.someHost'))

export function PayoutStatusWord({ status }: Pick<Payout, 'status'>) {
  const t = useTranslations()
  return <StatusWord tone={payoutTones[status]}>{t(`payouts.statuses.${status}`)}</StatusWord>
}

/** Payouts in a table for staff, as rows for a host on a phone. */
export function PayoutList({ whose, payouts }: { whose: Whose; payouts: readonly Payout[] }) {
  const t = useTranslations()
  if (whose.lot_id !== null) {
    return (
      <DataTable
        label={t('payouts.tabs.payouts')}
        columns={columnsOf(t, whose)}
        rows={payouts}
        keyOf={({ id }) => id}
        isCards
      />
    )
  }
  return (
    <ul className={css.rows}>
      {payouts.map((payout) => (
        <li key={payout.id} className={css.row}>
          <div className={css.rowText}>
            <Link href={payoutPath(whose, payout.id)} prefetch={false}>
              <Day at={payout.created_at} zone={payout.lot.time_zone} />
            </Link>
            <p>{payout.lot.name}</p>
          </div>
          <div className={css.rowEnd}>
            <Money cents={payout.amount_cents} currency={payout.currency} />
            <PayoutStatusWord status={payout.status} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function columnsOf(t: Translate, whose: Whose): Column<Payout>[] {
  return [
    {
      key: 'payout',
      head: t('payouts.columns.payout'),
      cell: (one) => (
        <Link href={payoutPath(whose, one.id)} prefetch={false}>
          {t('payouts.number', { number: String(one.number) })}
        </Link>
      ),
    },
    { key: 'payee', head: t('payouts.columns.payee'), cell: (value) => payeeName(t, value) },
    {
      key: 'status',
      head: t('payouts.columns.status'),
      cell: (one) => <PayoutStatusWord status={one.status} />,
    },
    {
      key: 'begun',
      head: t('payouts.columns.begun'),
      cell: (one) => <Day at={one.created_at} zone={one.lot.time_zone} />,
    },
    {
      key: 'arrives',
      head: t('payouts.columns.arrives'),
      cell: (one) => {
        const at = one.paid_at ?? (one.status === 'SENT' ? one.arrives_at : null)
        return at === null ? null : <Day at={at} zone={one.lot.time_zone} />
      },
    },
    {
      key: 'amount',
      head: t('payouts.columns.amount'),
      isFigure: true,
      cell: (one) => <Money cents={one.amount_cents} currency={one.currency} />,
    },
  ]
}

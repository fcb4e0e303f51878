import type { Earning } from '@openspot/contract/money/earnings.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { Money, moneyText } from '@/ui/money.tsx'
import { earningTones, StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import { EarnedTime, earnedForText } from './earned-for.tsx'
import css from './payouts.module.css'
import type { Whose } from './use-payouts.ts'

/** Earnings by reservation: a table for staff, rows for a host on a phone. */
export function EarnedList({ whose, earnings }: { whose: Whose; earnings: readonly Earning[] }) {
  const t = useTranslations()
  if (whose.lot_id !== null) {
    return (
      <DataTable
        label={t('payouts.tabs.earned')}
        columns={columnsOf(t, whose.lot_id)}
        rows={earnings}
        keyOf={({ source_id }) => source_id}
        isCards
      />
    )
  }
  return (
    <ul className={css.rows}>
      {earnings.map((one) => (
        <li key={one.source_id} className={css.row}>
          <div className={css.rowText}>
            <strong>{earnedForText(t, one)}</strong>
            <p>
              <EarnedTime of={one} zone={one.lot.time_zone} />
            </p>
            <WentBack of={one} />
          </div>
          <div className={css.rowEnd}>
            <Money cents={one.amount_cents} currency={one.currency} />
            <StateWord of={one} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The state of earnings; if not due yet, with the due date. */
function StateWord({ of }: { of: Earning }): ReactNode {
  const t = useTranslations()
  return (
    <StatusWord tone={earningTones[of.state]}>
      {of.state === 'NOT_DUE' ? (
        <span>
          {t.rich('payouts.dueOn', {
            day: tag(<Day at={of.due_at} zone={of.lot.time_zone} inside />),
          })}
        </span>
      ) : (
        t(`payouts.states.${of.state}`)
      )}
    </StatusWord>
  )
}

function WentBack({ of: { refunded_cents, disputed_cents, currency } }: { of: Earning }) {
  const t = useTranslations()
  const told = [
    refunded_cents > 0 ? t('payouts.refunded', { amount: moneyText(t, refunded_cents, currency) }) : null,
    disputed_cents > 0 ? t('payouts.disputed', { amount: moneyText(t, disputed_cents, currency) }) : null,
  ].filter(Boolean)
  return told.length > 0 ? <p className={css.quiet}>{told.join(' · ')}</p> : null
}

function columnsOf(t: Translate, lot_id: string): Column<Earning>[] {
  return [
    {
      key: 'what',
      head: t('payouts.columns.what'),
      cell: (one) =>
        one.reservation ? (
          <Link href={`/lots/${lot_id}/reservations/${one.reservation.id}`} prefetch={false}>
            {earnedForText(t, one)}
          </Link>
        ) : (
          earnedForText(t, one)
        ),
    },
    {
      key: 'when',
      head: t('payouts.columns.when'),
      cell: (one) => <EarnedTime of={one} zone={one.lot.time_zone} />,
    },
    { key: 'state', head: t('payouts.columns.state'), cell: (one) => <StateWord of={one} /> },
    {
      key: 'paid',
      head: t('payouts.columns.paidOut'),
      isFigure: true,
      cell: (one) =>
        one.paid_out_cents === 0 ? null : <Money cents={one.paid_out_cents} currency={one.currency} />,
    },
    {
      key: 'amount',
      head: t('payouts.columns.amount'),
      isFigure: true,
      cell: (one) => <Money cents={one.amount_cents} currency={one.currency} />,
    },
    { key: 'back', head: t('payouts.columns.back'), cell: (one) => <WentBack of={one} /> },
  ]
}

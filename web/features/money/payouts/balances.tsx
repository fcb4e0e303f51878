import type { Balance } from '@openspot/contract/money/earnings.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { Money } from '@/ui/money.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import css from './payouts.module.css'

/** The owed and paid amounts, by lot and currency. The lot's name is omitted if there is only one. */
export function Balances({ balances }: { balances: readonly Balance[] }) {
  const t = useTranslations()
  return balances.map((balance) => (
    <BalancePanel
      key={`${balance.lot.id} ${balance.currency}`}
      balance={balance}
      title={balances.length > 1 ? balance.lot.name : t('payouts.balance.next')}
    />
  ))
}

function BalancePanel({ balance, title }: { balance: Balance; title: string }) {
  const t = useTranslations()
  const { currency } = balance
  const amount = (cents: number) => (cents === 0 ? null : <Money cents={cents} currency={currency} />)
  return (
    <Panel title={title}>
      <Next balance={balance} />
      {balance.due_cents < 0 ? <BelowZero balance={balance} /> : null}
      <Facts
        items={[
          [t('payouts.balance.due'), amount(Math.max(0, balance.due_cents))],
          [t('payouts.balance.notDue'), amount(balance.not_due_cents)],
          [t('payouts.balance.underWay'), amount(balance.under_way_cents)],
          [t('payouts.balance.failed'), amount(balance.failed_cents)],
          [
            t('payouts.balance.paidOut'),
            <Money key="paid" cents={balance.paid_out_cents} currency={currency} />,
          ],
        ]}
      />
    </Panel>
  )
}

function Next({ balance: { next_payout, hindered_by, lot, currency } }: { balance: Balance }) {
  const t = useTranslations()
  if (next_payout === null) {
    return (
      <div className={css.next}>
        <strong className={css.none}>{t('payouts.balance.noNext')}</strong>
        <p>{hindered_by === null ? t('payouts.balance.nothing') : t(`payouts.hindrances.${hindered_by}`)}</p>
      </div>
    )
  }
  return (
    <div className={css.next}>
      <Money cents={next_payout.amount_cents} currency={currency} size="xl" />
      <p>
        <Day at={isoOf(startOfDate(lot.time_zone, next_payout.on))} zone={lot.time_zone} />
      </p>
    </div>
  )
}

function BelowZero({ balance: { below_zero, due_cents, currency } }: { balance: Balance }) {
  const t = useTranslations()
  return (
    <Note title={t('payouts.balance.belowTitle')}>
      <p>
        {t.rich('payouts.balance.belowText', {
          amount: tag(<Money cents={due_cents} currency={currency} />),
        })}
      </p>
      <ul className={css.reasons}>
        {below_zero.map(({ reason, amount_cents }) => (
          <li key={reason}>
            {t(`payouts.reasons.${reason}`)}: <Money cents={amount_cents} currency={currency} />
          </li>
        ))}
      </ul>
    </Note>
  )
}

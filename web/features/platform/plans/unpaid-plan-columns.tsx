import type { UnpaidPlan } from '@openspot/contract/platform/unpaid-plans.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { Column } from '@/ui/data-table.tsx'
import { Money } from '@/ui/money.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import css from './unpaid-plans.module.css'

export const columns = (t: Translate, zone: string): Column<UnpaidPlan>[] => [
  {
    key: 'lot',
    head: t('unpaidPlans.columns.lot'),
    cell: ({ lot, plan_name }) => (
      <span className={css.pair}>
        <Link href={`/lots/${lot.id}/plan`}>{lot.name}</Link>
        <small>{plan_name ?? t('unpaidPlans.ended')}</small>
      </span>
    ),
  },
  {
    key: 'amount',
    head: t('unpaidPlans.columns.amount'),
    isFigure: true,
    cell: ({ amount_cents, currency, bills }) => (
      <span className={css.pair}>
        <Money cents={amount_cents} currency={currency} />
        {bills > 1 ? <small>{t('unpaidPlans.bills', { count: bills })}</small> : null}
      </span>
    ),
  },
  {
    key: 'since',
    head: t('unpaidPlans.columns.since'),
    cell: ({ unpaid_since }) => <Day at={unpaid_since} zone={zone} />,
  },
  {
    key: 'next',
    head: t('unpaidPlans.columns.next'),
    cell: ({ next_attempt_at, has_method }) =>
      next_attempt_at === null ? (
        t('unpaidPlans.noAttempt')
      ) : (
        <span className={css.pair}>
          <Day at={next_attempt_at} zone={zone} />
          <small>{t(has_method ? 'unpaidPlans.charged' : 'unpaidPlans.reminded')}</small>
        </span>
      ),
  },
  {
    key: 'stopped',
    head: t('unpaidPlans.columns.stopped'),
    cell: ({ stopped_at, due_at }) =>
      stopped_at !== null ? (
        <span className={css.pair}>
          <StatusWord tone="bad">{t('unpaidPlans.stopped')}</StatusWord>
          <small>
            <Day at={stopped_at} zone={zone} />
          </small>
        </span>
      ) : (
        <span className={css.pair}>
          <StatusWord tone="now">{t('unpaidPlans.open')}</StatusWord>
          {due_at === null ? null : (
            <small>
              {t('unpaidPlans.stops')} <Day at={due_at} zone={zone} />
            </small>
          )}
        </span>
      ),
  },
  {
    key: 'owners',
    head: t('unpaidPlans.columns.owners'),
    cell: ({ owners }) =>
      owners.length === 0 ? (
        t('unpaidPlans.noOwner')
      ) : (
        <span className={css.pair}>
          {owners.map(({ user_id, name }) => (
            <Link key={user_id} href={`/platform/users/${user_id}`}>
              {name}
            </Link>
          ))}
        </span>
      ),
  },
]

export const csv = [
  ['lot', (one: UnpaidPlan) => one.lot.name],
  ['plan', (one: UnpaidPlan) => one.plan_name],
  ['amount', (one: UnpaidPlan) => decimalOf(one.amount_cents, one.currency)],
  ['currency', (one: UnpaidPlan) => one.currency],
  ['bills', (one: UnpaidPlan) => String(one.bills)],
  ['unpaid_since', (one: UnpaidPlan) => one.unpaid_since],
  ['next_attempt_at', (one: UnpaidPlan) => one.next_attempt_at],
  ['due_at', (one: UnpaidPlan) => one.due_at],
  ['stopped_at', (one: UnpaidPlan) => one.stopped_at],
  ['owners', (one: UnpaidPlan) => one.owners.map(({ email, name }) => email ?? name).join(', ')],
] as const

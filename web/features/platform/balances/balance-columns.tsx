import { Button } from '@mantine/core'
import type { PlatformBalance } from '@openspot/contract/platform/balances.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { Column } from '@/ui/data-table.tsx'
import { Money } from '@/ui/money.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import css from './balances.module.css'

/** A lot has its own name: on a phone, it is the title of the card, and the dialog says whom the money goes to. */
export const payeeOf = (t: Translate, { payee_kind, payee_name, lot }: PlatformBalance): string =>
  payee_kind === 'LOT' ? lot.name : (payee_name ?? t('payouts.someHost'))

const tones = {
  READY: 'done',
  INCOMPLETE: 'now',
  PAUSED: 'ahead',
  NONE: 'ahead',
  IN_REVIEW: 'ahead',
  BLOCKED: 'bad',
} as const

const payoutsPath = ({ lot }: PlatformBalance): string => `/lots/${lot.id}/payouts`

export const columns = (
  t: Translate,
  zone: string,
  retry: (balance: PlatformBalance) => void,
): Column<PlatformBalance>[] => [
  {
    key: 'payee',
    head: t('balances.columns.payee'),
    // The entries that the balance of a lot is the sum of, and its payouts.
    cell: (one) => (
      <Link
        className={css.name}
        href={one.user_id === null ? payoutsPath(one) : `/platform/users/${one.user_id}`}
      >
        {payeeOf(t, one)}
      </Link>
    ),
  },
  {
    key: 'lot',
    head: t('balances.columns.lot'),
    // A lot that is paid itself is named in the first column.
    cell: (one) =>
      one.user_id === null ? null : (
        <Link className={css.name} href={payoutsPath(one)}>
          {one.lot.name}
        </Link>
      ),
  },
  {
    key: 'balance',
    head: t('balances.columns.balance'),
    isFigure: true,
    cell: ({ balance_cents, currency }) => (
      <span className={balance_cents < 0 ? css.below : undefined}>
        <Money cents={balance_cents} currency={currency} />
      </span>
    ),
  },
  {
    key: 'since',
    head: t('balances.columns.since'),
    cell: ({ below_zero_since }) =>
      below_zero_since === null ? null : <Day at={below_zero_since} zone={zone} />,
  },
  {
    key: 'due',
    head: t('balances.columns.due'),
    isFigure: true,
    cell: ({ due_cents, currency }) => <Money cents={due_cents} currency={currency} />,
  },
  {
    key: 'account',
    head: t('balances.columns.account'),
    cell: ({ account }) => <StatusWord tone={tones[account]}>{t(`balances.accounts.${account}`)}</StatusWord>,
  },
  {
    key: 'failed',
    head: t('balances.columns.failed'),
    cell: (one) =>
      one.last_failure === null ? null : (
        <span className={css.failed}>
          <Link href={`/lots/${one.lot.id}/payouts/${one.last_failure.payout_id}`}>
            {t('payouts.number', { number: String(one.last_failure.number) })}
          </Link>
          <Money cents={one.failed_cents} currency={one.currency} />
          <small>{one.last_failure.message}</small>
          {one.failed_payouts > 1 ? (
            <small>{t('balances.moreFailed', { count: one.failed_payouts - 1 })}</small>
          ) : null}
          <span>
            <Button
              size="xs"
              variant="default"
              aria-label={t('balances.retryOf', { number: String(one.last_failure.number) })}
              onClick={() => retry(one)}
            >
              {t('balances.retry')}
            </Button>
          </span>
        </span>
      ),
  },
]

export const csv = [
  ['payee', (one: PlatformBalance, t: Translate) => payeeOf(t, one)],
  ['lot', (one: PlatformBalance) => one.lot.name],
  ['currency', (one: PlatformBalance) => one.currency],
  ['balance', (one: PlatformBalance) => decimalOf(one.balance_cents, one.currency)],
  ['below_zero_since', (one: PlatformBalance) => one.below_zero_since],
  ['next_payout', (one: PlatformBalance) => decimalOf(one.due_cents, one.currency)],
  ['account', (one: PlatformBalance, t: Translate) => t(`balances.accounts.${one.account}`)],
  ['failed', (one: PlatformBalance) => decimalOf(one.failed_cents, one.currency)],
  ['message', (one: PlatformBalance) => one.last_failure?.message ?? null],
] as const

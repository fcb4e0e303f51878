import type { PartnerEntry } from '@openspot/contract/operations/validation-accounts.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import type { Column } from '@/ui/data-table.tsx'
import { moneyText } from '@/ui/money.tsx'
import { Moment } from '@/ui/time.tsx'

/** The columns of a partner's statement. */
export function entryColumns(t: Translate, lot: ConsoleLot, currency: string): Column<PartnerEntry>[] {
  const money = (cents: number) => moneyText(t, cents, currency)
  return [
    {
      key: 'at',
      head: t('validation.staff.columns.at'),
      cell: ({ at }) => <Moment at={at} zone={lot.time_zone} />,
    },
    {
      key: 'entry',
      head: t('validation.staff.columns.entry'),
      cell: ({ kind }) => t(`validation.staff.entryKinds.${kind}`),
    },
    {
      key: 'amount',
      head: t('validation.staff.columns.amount'),
      isFigure: true,
      cell: ({ amount_cents }) => money(amount_cents),
    },
    {
      key: 'balance',
      head: t('validation.staff.columns.balance'),
      isFigure: true,
      cell: ({ balance_cents }) => money(balance_cents),
    },
    {
      key: 'about',
      head: t('validation.staff.columns.about'),
      isText: true,
      cell: ({ option_name, note }) => option_name ?? note,
    },
  ]
}

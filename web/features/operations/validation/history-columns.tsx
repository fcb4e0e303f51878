import type { ValidationEntry } from '@openspot/contract/operations/validation.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import type { Column } from '@/ui/data-table.tsx'
import { moneyText } from '@/ui/money.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Moment } from '@/ui/time.tsx'

/** The columns of the history of validations. */
export const historyColumns = (t: Translate, lot: ConsoleLot): Column<ValidationEntry>[] => [
  {
    key: 'when',
    head: t('validation.staff.columns.when'),
    cell: ({ validated_at, reservation_id }) => (
      <Link href={reservationPath(lot.id, reservation_id)}>
        <Moment at={validated_at} zone={lot.time_zone} />
      </Link>
    ),
  },
  {
    key: 'partner',
    head: t('validation.staff.columns.partner'),
    cell: ({ partner_name }) => partner_name,
  },
  {
    key: 'option',
    head: t('validation.staff.columns.option'),
    cell: ({ option_name }) => option_name,
  },
  {
    key: 'driver',
    head: t('validation.staff.columns.driver'),
    cell: ({ driver_name }) => driver_name,
  },
  {
    key: 'vehicle',
    head: t('validation.staff.columns.vehicle'),
    cell: ({ plate }) => (plate ? <Plate plate={plate} size="sm" /> : null),
  },
  {
    key: 'value',
    head: t('validation.staff.columns.value'),
    isFigure: true,
    cell: ({ value_cents, given_cents, currency }) =>
      value_cents === given_cents
        ? moneyText(t, value_cents, currency)
        : t('validation.staff.reduced', {
            value: moneyText(t, value_cents, currency),
            given: moneyText(t, given_cents, currency),
          }),
  },
  {
    key: 'paid',
    head: t('validation.staff.columns.paid'),
    isFigure: true,
    cell: ({ paid_cents, currency }) => moneyText(t, paid_cents, currency),
  },
  {
    key: 'source',
    head: t('validation.staff.columns.source'),
    cell: ({ source: by }) => t(`validation.sources.${by}`),
  },
]

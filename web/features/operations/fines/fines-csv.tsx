import type { Input } from '@openspot/contract/call.ts'
import { listFinesRoute, type StaffFine } from '@openspot/contract/operations/fines.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'

/** Downloads all pages of the filtered warnings and fines. */
export function FinesCsv({
  lot,
  query,
}: {
  lot: ConsoleLot
  query: NonNullable<Input<typeof listFinesRoute>['query']>
}) {
  const t = useTranslations()
  return (
    <ListCsv
      label={t('fines.list.csv')}
      name={`fines ${lot.name}`}
      columns={columns}
      readPage={(page) =>
        callApi(
          listFinesRoute,
          { params: { lot_id: lot.id }, query: { ...query, ...page } },
          { client: 'admin' },
        )
      }
    />
  )
}

const columns: CsvColumns<StaffFine> = [
  ['id', ({ id }) => id],
  ['reason', ({ reason }, t) => t(`fines.reasons.${reason}`)],
  ['status', ({ status }, t) => t(`fines.statuses.${status}`)],
  ['plate', ({ plate }) => plate],
  ['region', ({ region }) => region],
  ['spot', ({ spot_label }) => spot_label],
  ['owner', ({ user_name }) => user_name],
  ['amount', ({ amount_cents, currency }) => decimalOf(amount_cents, currency)],
  ['currency', ({ currency }) => currency],
  ['seen_at', ({ seen_at }) => seen_at],
  ['created_by', ({ created_by_name }) => created_by_name],
]

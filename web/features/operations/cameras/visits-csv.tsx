import {
  listPlateVisitsRoute,
  type PlateVisit,
  type visitFilters,
} from '@openspot/contract/operations/visits.ts'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'

/** Downloads all pages of the filtered visits. */
export function VisitsCsv({ lot, show }: { lot: ConsoleLot; show: (typeof visitFilters)[number] }) {
  const t = useTranslations()
  return (
    <ListCsv
      label={t('visits.csv')}
      name={`visits ${lot.name}`}
      columns={columns}
      readPage={(page) =>
        callApi(
          listPlateVisitsRoute,
          { params: { lot_id: lot.id }, query: { ...page, show } },
          { client: 'admin' },
        )
      }
    />
  )
}

const columns: CsvColumns<PlateVisit> = [
  ['plate', ({ plate }) => plate],
  ['region', ({ region }) => region],
  ['state', ({ state }, t) => t(`visits.states.${state}`)],
  ['spot', ({ spot_label }) => spot_label],
  ['driver', ({ driver_name }) => driver_name],
  ['first_seen_at', ({ first_seen_at }) => first_seen_at],
  ['last_seen_at', ({ last_seen_at }) => last_seen_at],
  ['exited_at', ({ exited_at }) => exited_at],
  ['reservation_id', ({ reservation_id }) => reservation_id],
]

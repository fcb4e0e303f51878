'use client'
import { Select } from '@mantine/core'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { reservationStatuses } from '@openspot/core/enums.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { words } from '@/words/index.ts'
import { DatesChip } from './dates-chip.tsx'
import { type ReservationsFilter, sorts, whens } from './reservations-filter.ts'
import css from './reservations-screen.module.css'

/** Such requests are no longer created. */
const statuses = reservationStatuses.filter((status) => status !== 'DEPRECATED_REQUEST')

/** A search field and filters that read as a sentence: "Coming · Booked · Spot A3 · Latest start first". */
export function ReservationsFilters({
  lot_id,
  filter,
  onChange,
}: {
  lot_id: string
  filter: ReservationsFilter
  onChange: (part: Partial<ReservationsFilter>) => void
}) {
  const say = words.staffReservations
  const spots = useApiQuery(listMonitorSpotsRoute, { params: { lot_id }, query: {} }, { client: 'admin' })
  return (
    <>
      <SearchField label={say.search} q={filter.q} onSearch={(q) => onChange({ q })} />
      <MenuChip
        label={say.when}
        value={say.whens[filter.when]}
        choices={whens.map((when) => ({
          text: say.whens[when],
          chosen: when === filter.when,
          choose: () => onChange({ when }),
        }))}
      />
      <MenuChip
        label={say.status}
        value={filter.status ? words.driver.statuses[filter.status] : say.anyStatus}
        choices={[null, ...statuses].map((status) => ({
          text: status ? words.driver.statuses[status] : say.anyStatus,
          chosen: status === filter.status,
          choose: () => onChange({ status }),
        }))}
      />
      <DatesChip from_on={filter.from_on} until_on={filter.until_on} onChange={onChange} />
      <Select
        aria-label={say.spot}
        className={css.spotField ?? ''}
        size="sm"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': say.anySpot }}
        placeholder={say.anySpot}
        data={(spots.data?.items ?? []).map((spot) => ({ value: spot.id, label: spot.label }))}
        value={filter.spot_id}
        onChange={(spot_id) => onChange({ spot_id })}
      />
      <MenuChip
        label={say.sort}
        value={say.sorts[filter.sort]}
        choices={sorts.map((sort) => ({
          text: say.sorts[sort],
          chosen: sort === filter.sort,
          choose: () => onChange({ sort }),
        }))}
      />
    </>
  )
}

'use client'
import { NativeSelect } from '@mantine/core'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { SearchField } from '@/ui/search-field.tsx'
import css from './timeline.module.css'
import type { TimelineFilter } from './use-timeline.ts'

/** Filters spots by zone and label. */
export function SpotFilter({
  lot,
  filter,
  onChange,
}: {
  lot: ConsoleLot
  filter: TimelineFilter
  onChange: (filter: TimelineFilter) => void
}) {
  const t = useTranslations()
  const zones = useApiQuery(listZonesRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  return (
    <div className={css.group}>
      <SearchField
        label={t('timeline.search')}
        q={filter.q}
        onSearch={(q) => onChange({ ...filter, q: q.trim() })}
      />
      {zones.data && zones.data.items.length > 0 ? (
        <NativeSelect
          aria-label={t('timeline.zone')}
          value={filter.zone_id ?? ''}
          data={[
            { value: '', label: t('timeline.allZones') },
            ...zones.data.items.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, zone_id: value || null })}
        />
      ) : null}
    </div>
  )
}

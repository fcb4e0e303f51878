'use client'
import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import { spotTypes } from '@openspot/core/enums.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { MoreFilters } from '@/ui/more-filters.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
import { StateChips } from '@/ui/spot/state-chips.tsx'
import { ZoneChip } from '@/ui/zone-chip.tsx'
import { type SpotsFilter, sorts } from './spots-filter.ts'
import css from './spots-screen.module.css'

/** Filters by state, type, level, zone, and search text. Only choices that the lot has are offered. */
export function SpotsFilters({
  spots,
  zones,
  counted,
  filter,
  onChange,
  children,
}: {
  spots: readonly MonitorSpot[]
  zones: readonly Zone[]
  /** Spots that match the other filters, which are counted by state. */
  counted: readonly MonitorSpot[]
  filter: SpotsFilter
  onChange: (part: Partial<SpotsFilter>) => void
  /** The views and columns of the list. */
  children: ReactNode
}) {
  const t = useTranslations()
  const types = spotTypes.filter((type) => spots.some((spot) => spot.type === type))
  const levels = [...new Set(spots.map(({ level }) => level))].toSorted((a, b) => a - b)
  return (
    <div className={css.filters}>
      <StateChips spots={counted} state={filter.state} onChange={(state) => onChange({ state })} />
      <div className={css.row}>
        <SearchField label={t('spotCalendar.search')} q={filter.q} onSearch={(q) => onChange({ q })} />
        <MoreFilters count={[filter.type, filter.level !== null, filter.zone_id].filter(Boolean).length}>
          {types.length > 1 ? (
            <MenuChip
              label={t('spotCalendar.type')}
              value={filter.type ? t(`spot.types.${filter.type}`) : t('spotCalendar.anyType')}
              choices={[null, ...types].map((type) => ({
                text: type ? t(`spot.types.${type}`) : t('spotCalendar.anyType'),
                chosen: type === filter.type,
                choose: () => onChange({ type }),
              }))}
            />
          ) : null}
          {levels.length > 1 ? (
            <MenuChip
              label={t('spotCalendar.level')}
              value={filter.level === null ? t('spotCalendar.anyLevel') : levelText(t, filter.level)}
              choices={[null, ...levels].map((level) => ({
                text: level === null ? t('spotCalendar.anyLevel') : levelText(t, level),
                chosen: level === filter.level,
                choose: () => onChange({ level }),
              }))}
            />
          ) : null}
          <ZoneChip
            zones={zones}
            spots={spots}
            zone_id={filter.zone_id}
            onChange={(zone_id) => onChange({ zone_id })}
          />
          <MenuChip
            label={t('staffReservations.sort')}
            value={t(`spotCalendar.sorts.${filter.sort}`)}
            choices={sorts.map((sort) => ({
              text: t(`spotCalendar.sorts.${sort}`),
              chosen: sort === filter.sort,
              choose: () => onChange({ sort }),
            }))}
          />
          {children}
        </MoreFilters>
      </div>
    </div>
  )
}

'use client'
import { Select } from '@mantine/core'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { reservationStatuses } from '@openspot/core/enums.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { FilterChip } from '@/ui/filter-chip.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { MoreFilters } from '@/ui/more-filters.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { DatesChip } from './dates-chip.tsx'
import { noFilter, payments, type ReservationsFilter, sorts, whens } from './reservations-filter.ts'
import css from './reservations-screen.module.css'

/** Such requests are no longer created. */
const statuses = reservationStatuses.filter((status) => status !== 'DEPRECATED_REQUEST')

/** A search field and filters that read as a sentence: "Coming · Booked · Spot A3 · Latest start first". */
export function ReservationsFilters({
  lot_id,
  seesMoney,
  filter,
  onChange,
  children,
}: {
  lot_id: string
  /** Patrollers can't filter by payments. */
  seesMoney: boolean
  filter: ReservationsFilter
  onChange: (part: Partial<ReservationsFilter>) => void
  /** The views and columns of the list. */
  children: ReactNode
}) {
  const t = useTranslations()
  const spots = useApiQuery(listMonitorSpotsRoute, { params: { lot_id }, query: {} }, { client: 'admin' })
  return (
    <>
      <SearchField label={t('staffReservations.search')} q={filter.q} onSearch={(q) => onChange({ q })} />
      <MoreFilters count={countOf(filter)}>
        <MenuChip
          label={t('staffReservations.when')}
          value={t(`staffReservations.whens.${filter.when}`)}
          choices={whens.map((when) => ({
            text: t(`staffReservations.whens.${when}`),
            chosen: when === filter.when,
            choose: () => onChange({ when }),
          }))}
        />
        <MenuChip
          label={t('staffReservations.status')}
          value={filter.status ? t(`driver.statuses.${filter.status}`) : t('staffReservations.anyStatus')}
          choices={[null, ...statuses].map((status) => ({
            text: status ? t(`driver.statuses.${status}`) : t('staffReservations.anyStatus'),
            chosen: status === filter.status,
            choose: () => onChange({ status }),
          }))}
        />
        <DatesChip
          from_on={filter.from_on}
          until_on={filter.until_on}
          range_of={filter.range_of}
          seesMoney={seesMoney}
          onChange={onChange}
        />
        {seesMoney ? (
          <FilterChip
            label={t('staffReservations.payment')}
            any={t('staffReservations.anyPayment')}
            values={payments}
            value={filter.payment}
            textOf={(one) => t(`staffReservations.payments.${one}`)}
            onChange={(payment) => onChange({ payment })}
          />
        ) : null}
        <Select
          aria-label={t('staffReservations.spot')}
          className={css.spotField ?? ''}
          size="sm"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('staffReservations.anySpot') }}
          placeholder={t('staffReservations.anySpot')}
          data={(spots.data?.items ?? []).map((spot) => ({ value: spot.id, label: spot.label }))}
          value={filter.spot_id}
          onChange={(spot_id) => onChange({ spot_id })}
        />
        <MenuChip
          label={t('staffReservations.sort')}
          value={t(`staffReservations.sorts.${filter.sort}`)}
          choices={sorts.map((sort) => ({
            text: t(`staffReservations.sorts.${sort}`),
            chosen: sort === filter.sort,
            choose: () => onChange({ sort }),
          }))}
        />
        {children}
      </MoreFilters>
    </>
  )
}

/** What the list shows at first, which nobody chose. */
const firstWhen = 'upcoming'

/** How many filters narrow the list, beside the text that is searched for. */
const countOf = ({ when, status, from_on, until_on, payment, spot_id }: ReservationsFilter): number =>
  [when !== firstWhen && when !== noFilter.when, status, from_on ?? until_on, payment, spot_id].filter(
    Boolean,
  ).length

'use client'
import { Select } from '@mantine/core'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'

/** The spot on which a vehicle was seen. Some reasons say nothing without it. */
export function FineSpot({
  lot_id,
  value,
  required,
  error,
  onChange,
}: {
  lot_id: string
  value: string
  required: boolean
  error: string | null
  onChange: (spot_id: string) => void
}) {
  const t = useTranslations()
  const spots = useApiQuery(
    listMonitorSpotsRoute,
    { params: { lot_id }, query: {} },
    { client: 'admin', keep: true },
  )
  return (
    <Select
      label={t('fines.notice.spot')}
      size="md"
      searchable
      clearable={!required}
      required={required}
      withAsterisk={false}
      placeholder={t('staffReservations.spots.choose')}
      nothingFoundMessage={spots.isPending ? t('common.loading') : t('staffReservations.spots.none')}
      maxDropdownHeight={280}
      data={(spots.data?.items ?? []).map(({ id, label }) => ({ value: id, label }))}
      value={value || null}
      error={error ?? (spots.isError ? spots.error.message : null)}
      onChange={(spot_id) => onChange(spot_id ?? '')}
    />
  )
}

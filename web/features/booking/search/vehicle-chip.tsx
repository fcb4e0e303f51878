'use client'
import type { SpotType } from '@openspot/core/enums.ts'
import { useTranslations } from 'use-intl'
import { MenuChip } from '@/ui/menu-chip.tsx'
import type { Preferences, SearchQuery } from './search-query.ts'

/** What is parked besides a car, each with the one type of spot for it. */
const others = ['MOTORCYCLE', 'SEMI_TRUCK', 'STORAGE'] as const satisfies SpotType[]

/** Chooses what is parked. Without a choice it is a car, and search leaves out spots that are not for cars. */
export function VehicleChip({
  query: { types },
  onChange,
}: {
  query: SearchQuery
  onChange: (part: Partial<Preferences>) => void
}) {
  const t = useTranslations()
  const chosen = types.length === 1 ? (others.find((type) => type === types[0]) ?? 'car') : 'car'
  return (
    <MenuChip
      label={t('search.vehicleLabel')}
      value={t(`search.vehicles.${chosen}`)}
      choices={(['car', ...others] as const).map((vehicle) => ({
        text: t(`search.vehicles.${vehicle}`),
        chosen: vehicle === chosen,
        choose: () => onChange({ types: vehicle === 'car' ? [] : [vehicle] }),
      }))}
    />
  )
}

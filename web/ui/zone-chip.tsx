'use client'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import { useTranslations } from 'use-intl'
import { MenuChip } from '@/ui/menu-chip.tsx'

/** A filter by zone. Nothing if no spot is in a zone. */
export function ZoneChip({
  zones,
  spots,
  zone_id,
  onChange,
}: {
  zones: readonly Zone[]
  spots: readonly { zone_id: string | null }[]
  zone_id: string | null
  onChange: (zone_id: string | null) => void
}) {
  const t = useTranslations()
  const used = zones.filter((zone) => spots.some((spot) => spot.zone_id === zone.id))
  if (used.length === 0) return null
  const nameOf = (id: string | null) => used.find((zone) => zone.id === id)?.name ?? t('spot.anyZone')
  return (
    <MenuChip
      label={t('spot.zone')}
      value={nameOf(zone_id)}
      choices={[null, ...used.map(({ id }) => id)].map((id) => ({
        id: id ?? '',
        text: nameOf(id),
        chosen: id === zone_id,
        choose: () => onChange(id),
      }))}
    />
  )
}

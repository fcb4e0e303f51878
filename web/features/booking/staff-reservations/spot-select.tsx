'use client'
import { Select } from '@mantine/core'
import { listMonitorSpotsRoute, type MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { spotWords } from '@/ui/spot/spot-words.ts'

/** Whether a spot suits a reservation: free, closed (which staff may override), or taken (which nobody may). */
type Fit = 'free' | 'closed' | 'taken'

/** Selects one spot of the lot, labeled by its availability at that time. Taken spots cannot be selected. */
export function SpotSelect({
  lot_id,
  starts_at,
  ends_at,
  except,
  value,
  error,
  onChange,
}: {
  lot_id: string
  starts_at: string
  ends_at: string | null
  /** The reservation's current spot. */
  except?: string
  value: string | null
  error: string | null
  onChange: (spot_id: string | null) => void
}) {
  const t = useTranslations()
  const spots = useApiQuery(
    listMonitorSpotsRoute,
    { params: { lot_id }, query: { at: starts_at } },
    { client: 'admin', keep: true },
  )
  const others = (spots.data?.items ?? []).filter((spot) => spot.id !== except)
  const groups = (['free', 'closed', 'taken'] as const).map((fit) => ({
    group: t(`staffReservations.spots.fits.${fit}`),
    items: others
      .filter((spot) => fitOf(spot, ends_at) === fit)
      // Spots for people with a permit are no first choice for others.
      .toSorted((a, b) => Number(isAccessible(a)) - Number(isAccessible(b)))
      .map((spot) => ({
        value: spot.id,
        label: [spot.label, ...spotWords(t, spot)].join(t('common.comma')),
        disabled: fit === 'taken',
      })),
  }))
  return (
    <Select
      label={t('spot.one')}
      size="md"
      searchable
      placeholder={t('staffReservations.spots.choose')}
      nothingFoundMessage={spots.isPending ? t('common.loading') : t('staffReservations.spots.none')}
      maxDropdownHeight={280}
      description={
        others.some((spot) => spot.id === value && isAccessible(spot)) ? t('lot.permitNeeded') : null
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={groups.filter(({ items }) => items.length > 0)}
      value={value}
      error={error ?? (spots.isError ? spots.error.message : null)}
      onChange={onChange}
    />
  )
}

const isAccessible = ({ type }: Pick<MonitorSpot, 'type'>): boolean => type === 'ACCESSIBLE'

/** Derives availability from the monitor: the occupant at the start and the next reservation. */
export function fitOf(
  { occupant, next, state }: Pick<MonitorSpot, 'occupant' | 'next' | 'state'>,
  ends_at: string | null,
): Fit {
  const meets = next !== null && (ends_at === null || minutesOf(next.starts_at) < minutesOf(ends_at))
  if (occupant || meets) return 'taken'
  return state === 'AVAILABLE' ? 'free' : 'closed'
}

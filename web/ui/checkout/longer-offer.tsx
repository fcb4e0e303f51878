import { Button } from '@mantine/core'
import { getLongerOfferRoute } from '@openspot/contract/lots/longer-offer.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import { IconClockPlus } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { preferenceInput, type SpotPreferences } from '@/lib/spot-preferences.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import type { When } from '@/lib/when.ts'
import { moneyText } from '@/ui/money.tsx'
import { useTimeFormat } from '@/ui/time.tsx'

/** Offers a longer time that costs the same or little more, with one tap; nothing if there is none. */
export function LongerOffer({
  lot,
  spot_id,
  preferences,
  times,
  onChoose,
}: {
  lot: { id: string; time_zone: string }
  /** Null means any spot. */
  spot_id: string | null
  preferences: SpotPreferences
  times: When
  onChoose: (times: When) => void
}) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  const { starts_at, ends_at } = times
  const { type, features } = preferenceInput(preferences)
  const wished = { ...(type ? { types: type } : {}), ...(features ? { features } : {}) }
  const { data } = useApiQuery(
    getLongerOfferRoute,
    {
      query: {
        lot_id: lot.id,
        starts_at,
        ends_at: ends_at ?? starts_at,
        ...(spot_id === null ? wished : { spot_id }),
      },
    },
    { enabled: ends_at !== null },
  )
  const offer = data?.offer
  if (ends_at === null || !offer) return null
  const until = formatInstant(offer.ends_at, timeFormat, false)
  return (
    <Button
      variant="light"
      leftSection={<IconClockPlus size={18} aria-hidden="true" />}
      styles={{ label: { whiteSpace: 'normal' } }}
      h="auto"
      mih={44}
      py={8}
      onClick={() => onChoose({ starts_at, ends_at: offer.ends_at })}
    >
      {offer.extra_cents === 0
        ? t('lot.longerSame', { until })
        : t('lot.longerMore', { until, amount: moneyText(t, offer.extra_cents, offer.currency) })}
    </Button>
  )
}

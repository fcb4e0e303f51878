'use client'
import type { MySpot } from '@openspot/contract/booking/hosting.ts'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'

const tones = { MINE: 'done', LISTED: 'now', TAKEN: 'now', PAUSED: 'ahead', CLOSED: 'bad' } as const

/** The state of a host's spot, and until when it lasts. */
export function SpotState({ spot }: { spot: MySpot }) {
  const t = useTranslations()
  return (
    <span>
      <StatusWord tone={tones[spot.state]}>{t(`mySpots.states.${spot.state}`)}</StatusWord>{' '}
      {spot.until
        ? t.rich('mySpots.until', {
            time: tag(<Moment at={spot.until} zone={spot.lot.time_zone} inside />),
          })
        : null}
    </span>
  )
}

'use client'
import type { ChangePreview } from '@openspot/contract/booking/reservation-changes.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { SpotChoice } from '@/ui/plan/spot-choice.tsx'
import { BoardSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { MomentField, WhenFields } from '@/ui/when-fields.tsx'
import { words } from '@/words/index.ts'
import css from './changes.module.css'
import type { Asked } from './use-asked.ts'

/** The fields of a change: a new end, both times, or a spot. */
export function ChangeFields({
  reservation,
  asked,
  shown,
  onAsk,
}: {
  reservation: Reservation
  asked: Asked
  /** The preview, if it differs from what was requested. */
  shown: ChangePreview | undefined
  onAsk: (asked: Asked) => void
}) {
  const { now } = useClock()
  const zone = reservation.lot.time_zone
  const { starts_at, ends_at } = reservation
  switch (asked.kind) {
    case 'end':
      return null
    case 'move':
      return <SpotField reservation={reservation} asked={asked} onAsk={onAsk} />
    case 'times': {
      const times = {
        starts_at: asked.starts_at ?? starts_at,
        ends_at: asked.ends_at ?? ends_at ?? starts_at,
      }
      return <WhenFields value={times} zone={zone} onChange={(next) => onAsk({ kind: 'times', ...next })} />
    }
    case 'extend':
    case 'end_on': {
      const wanted = asked.ends_at ?? starts_at
      const at = asked.far && shown?.ends_at ? shown.ends_at : wanted
      return (
        <div>
          <MomentField
            legend={asked.kind === 'extend' ? words.change.newEnd : words.change.lastDay}
            at={at}
            zone={zone}
            earliest={asked.kind === 'extend' && ends_at !== null ? ends_at : now}
            onChange={(ends) => {
              const least = minutesOf(asked.kind === 'extend' && ends_at !== null ? ends_at : now)
              onAsk({ kind: asked.kind, ends_at: isoOf(Math.max(ends, least)) })
            }}
          />
          {asked.far ? <p className={css.quiet}>{words.change.farText}</p> : null}
        </div>
      )
    }
  }
}

function SpotField({
  reservation,
  asked,
  onAsk,
}: {
  reservation: Reservation
  asked: Asked
  onAsk: (asked: Asked) => void
}) {
  const { lot_id, starts_at, ends_at } = reservation
  const spots = useApiQuery(searchLotSpotsRoute, {
    query: { lot_id, starts_at, ...(ends_at ? { ends_at } : {}) },
  })
  if (spots.isError) return <ErrorState error={spots.error} onRetry={() => spots.refetch()} />
  if (!spots.data) return <BoardSkeleton cells={8} />
  return (
    <SpotChoice
      lot_id={lot_id}
      spots={spots.data.items}
      chosen={asked.spot_id ?? null}
      onChoose={(spot_id) => onAsk({ kind: 'move', spot_id })}
    />
  )
}

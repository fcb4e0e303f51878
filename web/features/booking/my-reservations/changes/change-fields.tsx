'use client'
import type { ChangePreview } from '@openspot/contract/booking/reservation-changes.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { SpotChoice } from '@/ui/plan/spot-choice.tsx'
import { BoardSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { MomentField, WhenFields } from '@/ui/when-fields.tsx'
import { ZoneNote } from '@/ui/zone-note.tsx'
import css from './changes.module.css'
import type { ChangeInput } from './use-change-input.ts'

/** The fields of a change: a new end, both times, or a spot. */
export function ChangeFields({
  reservation,
  input,
  shown,
  onInput,
}: {
  reservation: Reservation
  input: ChangeInput
  /** The preview, if it differs from what was requested. */
  shown: ChangePreview | undefined
  onInput: (input: ChangeInput) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const zone = reservation.lot.time_zone
  const { starts_at, ends_at } = reservation
  switch (input.kind) {
    case 'move':
      return <SpotField reservation={reservation} input={input} onInput={onInput} />
    case 'times': {
      const times = {
        starts_at: input.starts_at ?? starts_at,
        ends_at: input.ends_at ?? ends_at ?? starts_at,
      }
      return (
        <div>
          <WhenFields value={times} zone={zone} onChange={(next) => onInput({ kind: 'times', ...next })} />
          <ZoneNote at={times.starts_at} zone={zone} />
        </div>
      )
    }
    case 'extend':
    case 'end_on': {
      const wanted = input.ends_at ?? starts_at
      const at = input.far && shown?.ends_at ? shown.ends_at : wanted
      return (
        <div>
          <MomentField
            legend={input.kind === 'extend' ? t('change.newEnd') : t('change.lastDay')}
            at={at}
            zone={zone}
            earliest={input.kind === 'extend' && ends_at !== null ? ends_at : now}
            onChange={(ends) => {
              const least = minutesOf(input.kind === 'extend' && ends_at !== null ? ends_at : now)
              onInput({ kind: input.kind, ends_at: isoOf(Math.max(ends, least)) })
            }}
          />
          <ZoneNote at={at} zone={zone} />
          {input.far ? <p className={css.quiet}>{t('change.farText')}</p> : null}
        </div>
      )
    }
  }
}

function SpotField({
  reservation,
  input,
  onInput,
}: {
  reservation: Reservation
  input: ChangeInput
  onInput: (input: ChangeInput) => void
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
      chosen={input.spot_id ?? null}
      onChoose={(spot_id) => onInput({ kind: 'move', spot_id })}
    />
  )
}

'use client'
import { SegmentedControl } from '@mantine/core'
import type { OfferedSpot } from '@openspot/contract/lots.ts'
import { useMemo, useState } from 'react'
import { moneyText } from '@/ui/money.tsx'
import { SpotPlan } from '@/ui/plan/spot-plan.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './spot-choice.module.css'

const freePaint = { fill: 'var(--os-good-soft)', stroke: 'var(--os-good)', ink: 'var(--os-good)' }
const takenPaint = { fill: 'url(#spot-cross)', stroke: 'var(--os-line-strong)', ink: 'var(--os-ink-3)' }

/** What a spot is besides a place: "EV charger, Covered". Nothing for an ordinary one. */
export const spotWords = (spot: Pick<OfferedSpot, 'type' | 'features'>): string[] => [
  ...(spot.type === 'STANDARD' ? [] : [words.spot.types[spot.type]]),
  ...spot.features.map((feature) => words.spot.features[feature]),
]

/** The spots of a lot for a time: a plan to look at and a list to choose from; both say the same. */
export function SpotChoice({
  spots,
  chosen,
  onChoose,
}: {
  spots: readonly OfferedSpot[]
  chosen: string | null
  onChoose: (id: string) => void
}) {
  const levels = useMemo(
    () => [...new Set(spots.map((spot) => spot.level))].toSorted((a, b) => a - b),
    [spots],
  )
  const kinds = useMemo(() => [...new Set(spots.flatMap(spotWords))], [spots])
  const [pickedLevel, setLevel] = useState<number | null>(null)
  const [kind, setKind] = useState<string | null>(null)
  const chosenLevel = spots.find((spot) => spot.id === chosen)?.level
  const level = pickedLevel ?? chosenLevel ?? levels[0] ?? 0
  const here = useMemo(() => spots.filter((spot) => spot.level === level), [spots, level])
  const offered = here.filter((spot) => spot.is_free && (kind === null || spotWords(spot).includes(kind)))

  if (!spots.some((spot) => spot.is_free)) {
    return <EmptyState title={words.lot.noSpotsTitle} text={words.lot.noSpotsText} />
  }
  return (
    <div className={css.choice}>
      {levels.length > 1 ? (
        <SegmentedControl
          value={String(level)}
          onChange={(value) => setLevel(Number(value))}
          data={levels.map((one) => ({ value: String(one), label: words.lot.level(one) }))}
        />
      ) : null}
      <SpotPlan
        spots={here}
        chosen={chosen}
        paint={(spot) => (spot.is_free ? freePaint : takenPaint)}
        onChoose={(spot) => spot.is_free && onChoose(spot.id)}
      />
      {kinds.length > 0 ? (
        <fieldset className={css.kinds}>
          <legend className="sr-only">{words.lot.kind}</legend>
          {[null, ...kinds].map((one) => (
            <button key={one ?? ''} type="button" aria-pressed={kind === one} onClick={() => setKind(one)}>
              {one ?? words.lot.anySpot}
            </button>
          ))}
        </fieldset>
      ) : null}
      <fieldset className={css.spots}>
        <legend className="sr-only">{words.lot.spots}</legend>
        {offered.map((spot) => (
          <label key={spot.id} className={css.spot}>
            <input
              type="radio"
              name="spot_id"
              value={spot.id}
              checked={spot.id === chosen}
              onChange={() => onChoose(spot.id)}
            />
            <span className={css.spotTop}>
              <span className={css.spotLabel}>{spot.label}</span>
              {spot.price ? (
                <span className={css.spotPrice}>
                  {moneyText(spot.price.total_cents, spot.price.currency)}
                </span>
              ) : null}
            </span>
            <span className={css.spotWords}>{spotWords(spot).join(', ')}</span>
          </label>
        ))}
        {offered.length === 0 ? <p>{words.lot.noneOfKind}</p> : null}
      </fieldset>
    </div>
  )
}

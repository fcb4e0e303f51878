'use client'
import { SegmentedControl } from '@mantine/core'
import type { OfferedSpot } from '@openspot/contract/lots/lots.ts'
import { type LotMap, listMapsRoute } from '@openspot/contract/lots/maps.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
import { spotWords } from '@/ui/spot/spot-words.ts'
import { EmptyState } from '@/ui/states.tsx'
import css from './spot-choice.module.css'
import { SpotPlan } from './spot-plan.tsx'

const freePaint = { fill: 'var(--os-good-soft)', stroke: 'var(--os-good)', ink: 'var(--os-good)' }
const takenPaint = { fill: 'url(#spot-cross)', stroke: 'var(--os-line-strong)', ink: 'var(--os-ink-3)' }

/** A part of the lot: one of its maps, or a level of the spots that are on no map. */
interface Floor {
  key: string
  name: string
  map: LotMap | null
  spots: readonly OfferedSpot[]
}

function floorsOf(t: Translate, spots: readonly OfferedSpot[], maps: readonly LotMap[]): Floor[] {
  const byId = new Map(spots.map((spot) => [spot.id, spot]))
  const mapped = maps.map((map) => ({
    key: map.id,
    name: map.name,
    map,
    spots: map.spots.flatMap(({ spot_id }) => byId.get(spot_id) ?? []),
  }))
  const placed = new Set(mapped.flatMap((floor) => floor.spots.map(({ id }) => id)))
  const others = spots.filter(({ id }) => !placed.has(id))
  const levels = [...new Set(others.map((spot) => spot.level))].toSorted((a, b) => a - b)
  return [
    ...mapped.filter((floor) => floor.spots.length > 0),
    ...levels.map((level) => ({
      key: String(level),
      name: mapped.length > 0 ? t('lot.unmapped', { level }) : levelText(t, level),
      map: null,
      spots: others.filter((spot) => spot.level === level),
    })),
  ]
}

/** The spots of a lot for a time range, as a plan and an equivalent list. */
export function SpotChoice({
  lot_id,
  spots,
  chosen,
  onChoose,
}: {
  lot_id: string
  spots: readonly OfferedSpot[]
  chosen: string | null
  onChoose: (id: string) => void
}) {
  const t = useTranslations()
  // A private lot shows its maps only to its members; others see the plan made from its ground shapes.
  const maps = useApiQuery(listMapsRoute, { params: { lot_id } })
  const zones = new Map(maps.data?.zones.map(({ id, name }) => [id, name]))
  const zoneOf = ({ zone_id }: OfferedSpot) => zones.get(zone_id ?? '') ?? null
  const floors = useMemo(() => floorsOf(t, spots, maps.data?.items ?? []), [spots, maps.data, t])
  const kinds = useMemo(() => [...new Set(spots.flatMap((spot) => spotWords(t, spot)))], [spots, t])
  const [picked, setPicked] = useState<string | null>(null)
  const [kind, setKind] = useState<string | null>(null)
  const floor =
    floors.find(({ key }) => key === picked) ??
    floors.find((one) => one.spots.some(({ id }) => id === chosen)) ??
    floors[0]
  const here = floor?.spots ?? []
  const offered = here.filter((spot) => spot.is_free && (kind === null || spotWords(t, spot).includes(kind)))

  if (!floor || !spots.some((spot) => spot.is_free)) {
    return <EmptyState title={t('lot.noSpotsTitle')} text={t('lot.noSpotsText')} />
  }
  return (
    <div className={css.choice}>
      {floors.length > 1 ? (
        <SegmentedControl
          value={floor.key}
          onChange={setPicked}
          data={floors.map(({ key, name }) => ({ value: key, label: name }))}
        />
      ) : null}
      <SpotPlan
        spots={here}
        map={floor.map}
        chosen={chosen}
        zoneOf={zoneOf}
        paint={(spot) => (spot.is_free ? freePaint : takenPaint)}
        onChoose={(spot) => spot.is_free && onChoose(spot.id)}
      />
      {kinds.length > 0 ? (
        <fieldset className={css.kinds}>
          <legend className="sr-only">{t('lot.kind')}</legend>
          {[null, ...kinds].map((one) => (
            <button key={one ?? ''} type="button" aria-pressed={kind === one} onClick={() => setKind(one)}>
              {one ?? t('lot.anySpot')}
            </button>
          ))}
        </fieldset>
      ) : null}
      <fieldset className={css.spots}>
        <legend className="sr-only">{t('lot.spots')}</legend>
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
                  {moneyText(t, spot.price.total_cents, spot.price.currency)}
                </span>
              ) : null}
            </span>
            <span className={css.spotWords}>
              {[zoneOf(spot), ...spotWords(t, spot)].filter((word) => word !== null).join(t('common.comma'))}
            </span>
          </label>
        ))}
        {offered.length === 0 ? <p>{t('lot.noneOfKind')}</p> : null}
      </fieldset>
    </div>
  )
}

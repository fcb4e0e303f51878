'use client'
import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import type { LotMap } from '@openspot/contract/lots/maps.ts'
import { formatTime } from '@openspot/core/time/format.ts'
import { useTranslations } from 'use-intl'
import { useChoice } from '@/lib/stored-choice.ts'
import { SpotPlan } from '@/ui/plan/spot-plan.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
import { SpotCell } from '@/ui/spot/spot-cell.tsx'
import { spotLooks } from '@/ui/spot/spot-states.ts'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './monitor.module.css'

interface BoardProps {
  spots: readonly MonitorSpot[]
  chosen: string | null
  zone: string
  onChoose: (id: string) => void
}

/** The name under which this browser keeps whether the board is dense. */
export const DENSITY = 'os-board'

const levelsOf = (spots: readonly MonitorSpot[]) =>
  [...new Set(spots.map((spot) => spot.level))].toSorted((a, b) => a - b)

/** Every spot as a cell, by level; the second line shows the plate or the end time, unless the board is dense. */
export function Board({ spots, chosen, zone, onChoose }: BoardProps) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(zone)
  const isDense = useChoice(DENSITY) === 'dense'
  const levels = levelsOf(spots)
  const noteOf = (spot: MonitorSpot) =>
    spot.occupant?.plate ?? (spot.until && spot.occupant ? formatTime(spot.until, timeFormat) : undefined)
  return (
    <>
      {levels.map((level) => (
        <section key={level} className={css.level}>
          {levels.length > 1 ? <h2>{levelText(t, level)}</h2> : null}
          <ul className={css.board} data-dense={isDense || undefined}>
            {spots
              .filter((spot) => spot.level === level)
              .map((spot) => (
                <li key={spot.id}>
                  <SpotCell
                    label={spot.label}
                    state={spot.state}
                    note={noteOf(spot)}
                    selected={spot.id === chosen}
                    isDense={isDense}
                    onSelect={() => onChoose(spot.id)}
                  />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/**
 * The same spots at their positions, on the lot's maps or by their shapes. Filtered-out spots stay visible but pale.
 */
export function BoardPlan({
  spots,
  maps,
  chosen,
  zone,
  onChoose,
  shows,
}: BoardProps & { maps: readonly LotMap[]; shows: (spot: MonitorSpot) => boolean }) {
  const t = useTranslations()
  const levels = levelsOf(spots)
  const drawn = {
    chosen,
    outlined: true,
    paint: (spot: MonitorSpot) => (shows(spot) ? spotLooks[spot.state] : pale),
    onChoose: (spot: MonitorSpot) => onChoose(spot.id),
  }
  if (maps.length > 0) {
    const placed = new Set(maps.flatMap((map) => map.spots.map(({ spot_id }) => spot_id)))
    const others = spots.filter((spot) => !placed.has(spot.id) && shows(spot))
    return (
      <>
        {maps.map((map) => (
          <section key={map.id} className={css.level}>
            {maps.length > 1 ? <h2>{map.name}</h2> : null}
            <SpotPlan spots={spots} map={map} {...drawn} />
          </section>
        ))}
        {others.length > 0 ? (
          <section className={css.level}>
            <h2>{t('staff.monitor.noMap')}</h2>
            <Board spots={others} chosen={chosen} zone={zone} onChoose={onChoose} />
          </section>
        ) : null}
      </>
    )
  }
  if (!spots.some((spot) => spot.shape)) return <p className={css.quiet}>{t('staff.monitor.noPlan')}</p>
  return (
    <>
      {levels.map((level) => (
        <section key={level} className={css.level}>
          {levels.length > 1 ? <h2>{levelText(t, level)}</h2> : null}
          <SpotPlan spots={spots.filter((spot) => spot.level === level)} {...drawn} />
        </section>
      ))}
    </>
  )
}

const pale = { fill: 'var(--os-surface)', stroke: 'var(--os-line)', ink: 'var(--os-ink-3)' }

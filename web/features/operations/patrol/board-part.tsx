'use client'
import type { ShiftSpot } from '@openspot/contract/operations/patrol.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import type { DeviceShift } from '@/lib/patrol/device.ts'
import { SpotCell } from '@/ui/spot/spot-cell.tsx'
import { SpotLegend } from '@/ui/spot/spot-legend.tsx'
import { stateWord } from '@/ui/spot/spot-states.ts'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './patrol.module.css'

/** The spots by zone, as they were when the data was loaded. */
export function BoardPart({ shift }: { shift: DeviceShift }) {
  const t = useTranslations()
  const [selected, setSelected] = useState<string | null>(null)
  const { spots, zones, lot } = shift.data
  if (spots.length === 0)
    return <EmptyState title={t('patrol.board.emptyTitle')} text={t('patrol.board.emptyText')} />
  const groups = [...zones, { id: null, name: t('patrol.board.noZone') }]
    .map((zone) => ({ ...zone, spots: spots.filter(({ zone_id }) => zone_id === zone.id) }))
    .filter((zone) => zone.spots.length > 0)
  return (
    <div className={css.board}>
      <p className={css.quiet}>
        {t.rich('patrol.board.asOf', { time: tag(<Moment at={shift.as_of} zone={lot.time_zone} clock />) })}
      </p>
      {groups.map((zone) => (
        <section key={zone.id ?? ''}>
          {groups.length > 1 || zone.id ? <h2>{zone.name}</h2> : null}
          <div className={css.cells}>
            {zone.spots.map((spot) => (
              <SpotCell
                key={spot.id}
                label={spot.label}
                state={spot.state}
                selected={spot.id === selected}
                onSelect={() => setSelected(spot.id === selected ? null : spot.id)}
              />
            ))}
          </div>
          {zone.spots.flatMap((spot) =>
            spot.id === selected ? [<SpotLine key={spot.id} spot={spot} zone={lot.time_zone} />] : [],
          )}
        </section>
      ))}
      <details className={css.legend}>
        <summary>{t('staff.monitor.legend')}</summary>
        <SpotLegend />
      </details>
    </div>
  )
}

/** What is known about one spot. */
function SpotLine({ spot, zone }: { spot: ShiftSpot; zone: string }) {
  const t = useTranslations()
  const { now } = useClock()
  const { until, next_starts_at } = spot
  const isOver = until !== null && until <= now
  return (
    <div className={css.spotLine} role="status">
      <p>
        <b>{spot.label}</b> · {stateWord(t, spot.state)}
      </p>
      {until && !isOver ? (
        <p>{t.rich('patrol.board.until', { time: tag(<Moment at={until} zone={zone} inside />) })}</p>
      ) : null}
      {until && isOver ? (
        <p>{t.rich('patrol.board.changed', { time: tag(<Moment at={until} zone={zone} inside />) })}</p>
      ) : null}
      {next_starts_at ? (
        <p>{t.rich('patrol.board.next', { time: tag(<Moment at={next_starts_at} zone={zone} inside />) })}</p>
      ) : null}
    </div>
  )
}

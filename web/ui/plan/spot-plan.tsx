'use client'
import type { LotMap } from '@openspot/contract/lots/maps.ts'
import { useMemo } from 'react'
import { projectMap } from './map-geometry.ts'
import css from './plan.module.css'
import { type PlannedSpot, projectPlan } from './plan-geometry.ts'

export interface SpotPaint {
  fill: string
  stroke: string
  ink: string
  dashed?: boolean | undefined
}

/**
 * A level of a lot from above: on a map that has the spots, or from their own shapes. It is for pointers; keyboard and
 * screen reader users have the equivalent list, so nothing here is in the tab order.
 */
export function SpotPlan<S extends PlannedSpot>({
  spots,
  map = null,
  paint,
  chosen,
  outlined,
  onChoose,
}: {
  spots: readonly S[]
  map?: LotMap | null
  paint: (spot: S) => SpotPaint
  chosen: string | null
  /** The selected spot is outlined and keeps its fill, which has a meaning. */
  outlined?: boolean
  onChoose: (spot: S) => void
}) {
  const drawing = useMemo(() => (map ? projectMap(map) : null), [map])
  const projected = useMemo(() => (map ? null : projectPlan(spots)), [map, spots])
  const plan = drawing ?? projected
  if (!plan) return null
  const { view } = plan
  const picture = drawing?.picture ?? null
  const byId = new Map(spots.map((spot) => [spot.id, spot]))
  // A label needs about 8 pixels; below that, only the selected spot shows one.
  const readable = view.width / (plan.spots[0]?.size ?? 1) < 90
  return (
    <div className={css.plan}>
      <svg
        viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
        className={css.drawing}
        aria-hidden="true"
        focusable="false"
      >
        {picture ? (
          <image href={picture} width={view.width} height={view.height} className={css.picture} />
        ) : null}
        {plan.spots.map((drawn) => {
          const spot = byId.get(drawn.id)
          if (!spot) return null
          const look = paint(spot)
          const isChosen = drawn.id === chosen
          const isFilled = isChosen && !outlined
          const size = Math.min(drawn.size * 0.52, (drawn.size * 2.6) / Math.max(3, drawn.label.length))
          return (
            <g
              key={drawn.id}
              onClick={() => onChoose(spot)}
              className={css.spot}
              data-chosen={isChosen || undefined}
            >
              <polygon
                points={drawn.points}
                fill={isFilled ? 'var(--os-brand)' : look.fill}
                stroke={isFilled ? 'var(--os-brand)' : isChosen ? 'var(--os-ink)' : look.stroke}
                strokeDasharray={look.dashed ? '3 2' : undefined}
              />
              {readable || isChosen ? (
                <text
                  x={drawn.x}
                  y={drawn.y}
                  fontSize={size}
                  fill={isFilled ? 'var(--os-on-brand)' : look.ink}
                  transform={drawn.rotation ? `rotate(${drawn.rotation} ${drawn.x} ${drawn.y})` : undefined}
                >
                  {drawn.label}
                </text>
              ) : null}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

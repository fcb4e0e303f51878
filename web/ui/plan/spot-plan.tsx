'use client'
import type { LotMap } from '@openspot/contract/lots/maps.ts'
import { useMemo } from 'react'
import { projectMap } from './map-geometry.ts'
import css from './plan.module.css'
import { type PlannedSpot, projectPlan } from './plan-geometry.ts'
import { zoneAreas } from './zone-areas.ts'

/** The width of a plan in heights of a zone's name. */
const ZONE_NAMES_ACROSS = 34
/** In drawing units: about a third of a stall's width. */
const ZONE_MARGIN = 4

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
  zoneOf,
  onChoose,
}: {
  spots: readonly S[]
  map?: LotMap | null
  paint: (spot: S) => SpotPaint
  chosen: string | null
  /** The selected spot is outlined and keeps its fill, which has a meaning. */
  outlined?: boolean
  /** The name of the zone of a spot, where zones are named on the plan. */
  zoneOf?: (spot: S) => string | null
  /** Left out on a plan that only shows where the chosen spot is. */
  onChoose?: (spot: S) => void
}) {
  const drawing = useMemo(() => (map ? projectMap(map) : null), [map])
  const projected = useMemo(() => (map ? null : projectPlan(spots)), [map, spots])
  const plan = drawing ?? projected
  if (!plan) return null
  const { view } = plan
  const picture = drawing?.picture ?? null
  const byId = new Map(spots.map((spot) => [spot.id, spot]))
  // A label needs about 8 pixels; below that, only the selected spot shows one.
  const nameSize = view.width / ZONE_NAMES_ACROSS
  const zones = zoneOf
    ? zoneAreas(
        plan.spots,
        (id) => {
          const spot = byId.get(id)
          return spot ? zoneOf(spot) : null
        },
        ZONE_MARGIN,
      )
    : []
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
          <image
            href={picture}
            width={view.width}
            height={view.height}
            opacity={drawing?.opacity}
            className={css.picture}
          />
        ) : null}
        {zones.map(({ name, points }) => (
          <polygon key={name} points={points} className={css.zone} />
        ))}
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
              {...(onChoose ? { onClick: () => onChoose(spot) } : {})}
              className={css.spot}
              data-fixed={onChoose === undefined || undefined}
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
        {zones.map(({ name, x, y }) => (
          <text
            key={name}
            x={x}
            y={Math.max(view.y + nameSize, y - nameSize / 3)}
            fontSize={nameSize}
            className={css.zoneName}
            data-zone={name}
          >
            {name}
          </text>
        ))}
      </svg>
    </div>
  )
}

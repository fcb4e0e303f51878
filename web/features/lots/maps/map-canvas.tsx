'use client'
import type { Placement } from '@openspot/contract/lots/maps.ts'
import { moved, type Point, rotated, rotationOf } from '@openspot/core/maps/shape.ts'
import type { Guide } from '@openspot/core/maps/snap.ts'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { drawSpot } from '@/ui/plan/map-geometry.ts'
import { dragged, type Grip, ROTATION_STEP, rowEnd } from './drag.ts'
import { type Action, changeSpots, type Editor } from './editor-state.ts'
import css from './maps.module.css'

/** Within this many pixels of a map that is not enlarged, what is dragged snaps to its neighbors. */
const REACH_PIXELS = 8

/** The editable map: spots are dragged, resized, and rotated by pointer, or by keyboard when selected. */
export function MapCanvas({
  editor,
  act,
  labels,
  zoom,
  isRow,
  isSnapping,
  onRow,
}: {
  editor: Editor
  act: (action: Action) => void
  labels: ReadonlyMap<string, string>
  /** Width relative to the available space. */
  zoom: number
  /** True while a row is drawn. */
  isRow: boolean
  /** Whether what is dragged snaps to its neighbors, unless Alt is held. */
  isSnapping: boolean
  onRow: (from: Point, to: Point) => void
}) {
  const t = useTranslations()
  const svg = useRef<SVGSVGElement>(null)
  const [grip, setGrip] = useState<Grip | null>(null)
  const [guides, setGuides] = useState<readonly Guide[]>([])
  // Scrolls the map into view for drawing.
  useEffect(() => {
    if (isRow) svg.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [isRow])
  const { draft, chosen } = editor
  const { width, height, spots } = draft
  const one = chosen.length === 1 ? spots.find(({ spot_id }) => spot_id === chosen[0]) : undefined
  const chosenLabels = chosen.map((id) => labels.get(id) ?? '').join(', ')
  // Handles have the same size on every map.
  const unit = width / (900 * zoom)

  const pointOf = (event: PointerEvent): Point => {
    const toSheet = svg.current?.getScreenCTM()?.inverse()
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(toSheet)
    return [x, y]
  }
  const take = (event: PointerEvent, next: Grip) => {
    event.stopPropagation()
    svg.current?.setPointerCapture(event.pointerId)
    setGrip(next)
  }
  const pick = (event: PointerEvent, spot: Placement) => {
    if (isRow) return
    const isIn = chosen.includes(spot.spot_id)
    const others = chosen.filter((id) => id !== spot.spot_id)
    const next = event.shiftKey ? (isIn ? others : [...chosen, spot.spot_id]) : isIn ? chosen : [spot.spot_id]
    act({ do: 'choose', chosen: next })
    take(event, {
      of: 'spots',
      from: pointOf(event),
      spots: spots.filter(({ spot_id }) => next.includes(spot_id)),
    })
  }
  const down = (event: PointerEvent) => {
    if (isRow) take(event, { of: 'row', from: pointOf(event), to: pointOf(event) })
    else act({ do: 'choose', chosen: [] })
  }
  const reachOf = ({ altKey }: PointerEvent) => (isSnapping && !altKey ? REACH_PIXELS * unit : 0)
  const move = (event: PointerEvent) => {
    if (!grip) return
    const to = pointOf(event)
    if (grip.of === 'row') {
      setGrip({ ...grip, to: rowEnd(grip.from, to, reachOf(event)) })
      return
    }
    const now = dragged(grip, to, draft, reachOf(event))
    const byId = new Map(now.spots.map((spot) => [spot.spot_id, spot]))
    setGuides(now.guides)
    act({ do: 'drag', spots: spots.map((spot) => byId.get(spot.spot_id) ?? spot) })
  }
  const up = (event: PointerEvent) => {
    if (grip?.of === 'row') onRow(grip.from, rowEnd(grip.from, pointOf(event), reachOf(event)))
    else act({ do: 'drop' })
    setGrip(null)
    setGuides([])
  }
  const press = (event: KeyboardEvent) => {
    const next = keyed(event, editor)
    if (next === null) return
    event.preventDefault()
    act(next)
  }

  return (
    <div className={css.canvas}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move what is chosen; the fields beside it do the same */}
      <svg
        ref={svg}
        viewBox={`0 0 ${width} ${height}`}
        style={{ width: `${zoom * 100}%` }}
        className={css.drawing}
        data-row={isRow || undefined}
        role="application"
        aria-label={
          chosenLabels === ''
            ? t('maps.editor.canvas', { name: draft.name })
            : t('maps.editor.canvasChosen', { name: draft.name, labels: chosenLabels })
        }
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it listens to keys
        tabIndex={0}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onKeyDown={press}
      >
        <rect width={width} height={height} className={css.sheet} />
        {draft.picture ? (
          <image
            href={draft.picture.url}
            width={width}
            height={height}
            opacity={draft.picture_opacity_percent / 100}
          />
        ) : null}
        {chosenLast(spots, chosen).map((spot) => {
          const drawn = drawSpot(spot, labels.get(spot.spot_id) ?? '')
          const size = Math.min(drawn.size * 0.5, (drawn.size * 2.6) / Math.max(3, drawn.label.length))
          return (
            <g
              key={spot.spot_id}
              className={css.spot}
              data-chosen={chosen.includes(spot.spot_id) || undefined}
              data-label={drawn.label}
              onPointerDown={(event) => pick(event, spot)}
            >
              <polygon points={drawn.points} />
              <text
                x={drawn.x}
                y={drawn.y}
                fontSize={size}
                transform={drawn.rotation ? `rotate(${drawn.rotation} ${drawn.x} ${drawn.y})` : undefined}
              >
                {drawn.label}
              </text>
            </g>
          )
        })}
        {guides.map(({ from, to }) => (
          <line
            key={[...from, ...to].join()}
            x1={from[0]}
            y1={from[1]}
            x2={to[0]}
            y2={to[1]}
            className={css.guide}
            data-guide
          />
        ))}
        {one && !isRow ? <Handles spot={one} unit={unit} onTake={take} /> : null}
        {grip?.of === 'row' ? (
          <line
            x1={grip.from[0]}
            y1={grip.from[1]}
            x2={grip.to[0]}
            y2={grip.to[1]}
            strokeWidth={4 * unit}
            className={css.line}
          />
        ) : null}
      </svg>
    </div>
  )
}

function Handles({
  spot,
  unit,
  onTake,
}: {
  spot: Placement
  unit: number
  onTake: (event: PointerEvent, grip: Grip) => void
}) {
  const at = (across: number, down: number): Point => {
    const [dx, dy] = rotated([across, down], spot.rotation)
    return [spot.x + dx, spot.y + dy]
  }
  const corner = at(spot.width / 2, spot.height / 2)
  const top = at(0, -spot.height / 2)
  const knob = at(0, -spot.height / 2 - 28 * unit)
  return (
    <g className={css.handles} strokeWidth={2 * unit}>
      <line x1={top[0]} y1={top[1]} x2={knob[0]} y2={knob[1]} />
      <circle
        cx={knob[0]}
        cy={knob[1]}
        r={9 * unit}
        data-handle="rotation"
        onPointerDown={(event) => onTake(event, { of: 'rotation', spot })}
      />
      <circle
        cx={corner[0]}
        cy={corner[1]}
        r={9 * unit}
        data-handle="corner"
        onPointerDown={(event) => onTake(event, { of: 'corner', spot })}
      />
    </g>
  )
}

const arrows: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Selected spots are drawn above the others. */
const chosenLast = (spots: readonly Placement[], chosen: readonly string[]): Placement[] => [
  ...spots.filter(({ spot_id }) => !chosen.includes(spot_id)),
  ...spots.filter(({ spot_id }) => chosen.includes(spot_id)),
]

/** Returns the action of a key for the selection; null for keys we do not handle. */
function keyed(event: KeyboardEvent, { draft, chosen }: Editor): Action | null {
  const { key, shiftKey, ctrlKey, metaKey } = event
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'z') return { do: shiftKey ? 'redo' : 'undo' }
    if (key.toLowerCase() === 'a') return { do: 'choose', chosen: draft.spots.map(({ spot_id }) => spot_id) }
    return null
  }
  if (key === 'Escape') return { do: 'choose', chosen: [] }
  if (chosen.length === 0) return null
  const change = (work: (spot: Placement) => Placement): Action => ({
    do: 'change',
    draft: { ...draft, spots: changeSpots(draft.spots, chosen, work) },
  })
  const arrow = arrows[key]
  const step = shiftKey ? 10 : 1
  if (arrow) return change((spot) => moved(spot, arrow[0] * step, arrow[1] * step, draft))
  if (key === '[' || key === ']') {
    const by = key === '[' ? -ROTATION_STEP : ROTATION_STEP
    return change((spot) => ({ ...spot, rotation: rotationOf(spot.rotation + by) }))
  }
  if (key === 'Delete' || key === 'Backspace') {
    const spots = draft.spots.filter(({ spot_id }) => !chosen.includes(spot_id))
    return { do: 'change', draft: { ...draft, spots } }
  }
  return null
}

'use client'
import { Button } from '@mantine/core'
import type { Placement } from '@openspot/contract/lots/maps.ts'
import { clamp, leastSide, MAX_SIDE, rotationOf } from '@openspot/core/maps/shape.ts'
import { useTranslations } from 'use-intl'
import { CountField } from '@/ui/count-field.tsx'
import { Buttons, FieldRow, Panel } from '@/ui/panel.tsx'
import { type Action, changeSpots, type Editor } from './editor-state.ts'

/** The position of the selection as numbers, so that everything the pointer can do is possible by keyboard. */
export function ChosenFields({
  editor: { draft, chosen },
  act,
  labels,
}: {
  editor: Editor
  act: (action: Action) => void
  labels: ReadonlyMap<string, string>
}) {
  const t = useTranslations()
  const spots = draft.spots.filter(({ spot_id }) => chosen.includes(spot_id))
  const [first] = spots
  if (!first) {
    return (
      <Panel title={t('maps.editor.noneChosen')} text={t('maps.editor.noneChosenText')}>
        <Buttons>
          <Button
            variant="default"
            disabled={draft.spots.length === 0}
            onClick={() => act({ do: 'choose', chosen: draft.spots.map(({ spot_id }) => spot_id) })}
          >
            {t('maps.editor.chooseAll')}
          </Button>
        </Buttons>
      </Panel>
    )
  }
  const change = (work: (spot: Placement) => Placement) =>
    act({ do: 'change', draft: { ...draft, spots: changeSpots(draft.spots, chosen, work) } })
  const sideField = (side: 'width' | 'height') => (
    <CountField
      label={t(`maps.editor.${side}`)}
      min={leastSide}
      max={MAX_SIDE}
      value={Math.round(first[side])}
      onChange={(value) =>
        value !== null && change((spot) => ({ ...spot, [side]: clamp(value, leastSide, MAX_SIDE) }))
      }
    />
  )
  const positionField = (axis: 'x' | 'y', max: number) => (
    <CountField
      label={t(`maps.editor.${axis}`)}
      max={max}
      value={Math.round(first[axis])}
      onChange={(value) => value !== null && change((spot) => ({ ...spot, [axis]: clamp(value, 0, max) }))}
    />
  )
  const takeOff = () =>
    act({
      do: 'change',
      draft: { ...draft, spots: draft.spots.filter(({ spot_id }) => !chosen.includes(spot_id)) },
    })
  return (
    <Panel
      title={
        spots.length === 1
          ? t('maps.editor.spot', { label: labels.get(first.spot_id) ?? '' })
          : t('maps.editor.several', { count: spots.length })
      }
      text={t('maps.editor.keys')}
    >
      {spots.length === 1 ? (
        <FieldRow>
          {positionField('x', draft.width)}
          {positionField('y', draft.height)}
        </FieldRow>
      ) : null}
      <FieldRow>
        {sideField('width')}
        {sideField('height')}
      </FieldRow>
      <CountField
        label={t('maps.editor.rotation')}
        max={359}
        unit="°"
        value={Math.round(first.rotation) % 360}
        onChange={(value) => value !== null && change((spot) => ({ ...spot, rotation: rotationOf(value) }))}
      />
      <Buttons>
        <Button variant="default" onClick={takeOff}>
          {t('maps.editor.takeOff')}
        </Button>
      </Buttons>
    </Panel>
  )
}

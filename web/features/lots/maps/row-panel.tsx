'use client'
import { Switch, TextInput } from '@mantine/core'
import { labelsFrom, type Row, stallsOf } from '@openspot/core/maps/row.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CountField } from '@/ui/count-field.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, FieldRow, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import type { Action, Draft } from './editor-state.ts'

export interface RowDraft extends Row {
  first: string
  count: number
}

export const startRow = ({ width, height }: Draft): RowDraft => ({
  first: '',
  count: 10,
  from: [Math.round(width * 0.1), Math.round(height / 2)],
  to: [Math.round(width * 0.9), Math.round(height / 2)],
  depth: Math.round(height / 6),
})

interface Lot {
  spots: readonly { id: string; label: string }[]
}

/** Returns the spots for a row: those whose labels count up from the first, or the next ones that are on no map. */
function spotsOfRow({ first, count }: RowDraft, { spots }: Lot, draft: Draft) {
  const on = new Set(draft.spots.map(({ spot_id }) => spot_id))
  if (first.trim() === '')
    return {
      ids: spots
        .filter(({ id }) => !on.has(id))
        .slice(0, count)
        .map(({ id }) => id),
      unknown: [],
    }
  const labels = labelsFrom(first, count)
  if (!labels) return null
  const byLabel = new Map(spots.map(({ id, label }) => [label.toLowerCase(), id]))
  const found = labels.map((label) => byLabel.get(label.toLowerCase()))
  return {
    ids: found.filter((id) => id !== undefined),
    unknown: labels.filter((_, at) => found[at] === undefined),
  }
}

/** Returns the action that adds a row; spots placed elsewhere on the map move into it. */
export function withRow(row: RowDraft, lot: Lot, draft: Draft): Action | null {
  const ids = spotsOfRow(row, lot, draft)?.ids ?? []
  if (ids.length === 0) return null
  const others = draft.spots.filter(({ spot_id }) => !ids.includes(spot_id))
  return { do: 'change', draft: { ...draft, spots: [...others, ...stallsOf(row, ids)] }, chosen: ids }
}

/** Numbers a row of stalls along a drawn line or by numbers. */
export function RowPanel({
  row,
  lot,
  draft,
  isDrawing,
  onChange,
  onDrawing,
  onPlace,
}: {
  row: RowDraft
  lot: Lot
  draft: Draft
  isDrawing: boolean
  onChange: (row: RowDraft) => void
  onDrawing: (isDrawing: boolean) => void
  onPlace: () => void
}) {
  const t = useTranslations()
  const [isExact, setExact] = useState(false)
  const plan = spotsOfRow(row, lot, draft)
  const endLabel = (name: 'from' | 'to', axis: 'x' | 'y') =>
    name === 'from' ? t(`maps.row.ends.from.${axis}`) : t(`maps.row.ends.to.${axis}`)
  const end = (name: 'from' | 'to', axis: 0 | 1, max: number) => (
    <CountField
      label={endLabel(name, axis === 0 ? 'x' : 'y')}
      max={max}
      value={Math.round(row[name][axis])}
      onChange={(value) => {
        if (value === null) return
        const [x, y] = row[name]
        onChange({ ...row, [name]: axis === 0 ? [value, y] : [x, value] })
      }}
    />
  )
  return (
    <Panel title={t('maps.row.title')} text={t('maps.row.text')}>
      <FieldRow>
        <TextInput
          label={t('maps.row.first')}
          size="md"
          maxLength={20}
          placeholder={t('maps.row.firstHint')}
          value={row.first}
          error={plan === null ? t('maps.row.noNumber') : null}
          onChange={(event) => onChange({ ...row, first: event.currentTarget.value })}
        />
        <CountField
          label={t('maps.row.count')}
          min={1}
          max={500}
          value={row.count}
          onChange={(count) => onChange({ ...row, count: Math.max(1, count ?? 1) })}
        />
      </FieldRow>
      <CountField
        label={t('maps.row.depth')}
        min={4}
        max={draft.height}
        value={Math.round(row.depth)}
        onChange={(depth) => onChange({ ...row, depth: Math.max(4, depth ?? 4) })}
      />
      {plan && plan.unknown.length > 0 ? (
        <Note title={t('maps.row.unknown', { count: plan.unknown.length })}>
          <p>{t('maps.row.unknownText', { labels: plan.unknown.slice(0, 5).join(t('common.comma')) })}</p>
        </Note>
      ) : null}
      <Switch
        label={t('maps.row.exact')}
        checked={isExact}
        onChange={(event) => setExact(event.currentTarget.checked)}
      />
      {isExact ? (
        <>
          <FieldRow>
            {end('from', 0, draft.width)}
            {end('from', 1, draft.height)}
          </FieldRow>
          <FieldRow>
            {end('to', 0, draft.width)}
            {end('to', 1, draft.height)}
          </FieldRow>
        </>
      ) : null}
      <Buttons>
        {isExact ? (
          <GatedButton why={!plan || plan.ids.length === 0 ? t('common.why.choose') : null} onClick={onPlace}>
            {t('maps.row.place', { count: plan?.ids.length ?? 0 })}
          </GatedButton>
        ) : (
          <GatedButton
            variant={isDrawing ? 'filled' : 'default'}
            aria-pressed={isDrawing}
            why={!plan || plan.ids.length === 0 ? t('common.why.choose') : null}
            onClick={() => onDrawing(!isDrawing)}
          >
            {isDrawing ? t('maps.row.drawing') : t('maps.row.draw')}
          </GatedButton>
        )}
      </Buttons>
    </Panel>
  )
}

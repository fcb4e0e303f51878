'use client'
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import { type StaffSpot, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { isOneOf, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import {
  PriceBoundsFields,
  priceBoundsDraft,
  readPriceBounds,
} from '@/features/lots/spots/price-bounds-fields.tsx'
import { WrittenFacts, writtenBody, writtenDraft } from '@/features/lots/spots/written-facts.tsx'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { seenName } from '@/lib/seen-name.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { MemberPicker } from '@/ui/member/member-picker.tsx'
import { FieldRow } from '@/ui/panel.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import { RateFields, rateDraft, readRates } from '@/ui/rate-fields.tsx'

/** Edits a spot: its label, type, level, zone, and rates. */
export function SpotDialog({
  spot,
  lot,
  zones,
  onClose,
}: {
  spot: StaffSpot
  lot: ConsoleLot
  zones: readonly Zone[]
  onClose: () => void
}) {
  const t = useTranslations()
  const [draft, setDraft] = useState({
    label: spot.label,
    type: spot.type,
    features: [...spot.features],
    level: spot.level,
    zone_id: spot.zone_id,
    written: writtenDraft(spot),
    assigned_user_id: spot.assigned_user_id ?? null,
    rates: rateDraft(t, spot.rates, lot.currency),
    bounds: priceBoundsDraft(t, spot, lot.currency),
  })
  const change = (part: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...part }))
  const send = useApiMutation(updateSpotRoute, { client: 'admin', refresh: calendarAnswers })
  const at = fieldOf(send.error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const rates = readRates(t, draft.rates, lot.currency)
  const bounds = readPriceBounds(t, draft.bounds, lot.currency)
  const save = () => {
    if (!rates || !bounds) return
    const { label, written, bounds: _, ...rest } = draft
    const body = { ...rest, label: label.trim(), ...writtenBody(written), rates, ...bounds }
    send.mutate(
      { params: { spot_id: spot.id }, body },
      {
        onSuccess: () => {
          onClose()
          notifications.show({ message: t('spotCalendar.facts.saved') })
        },
      },
    )
  }
  return (
    <ActDialog
      title={t('spotCalendar.facts.editTitle', { label: spot.label })}
      text={t('spotCalendar.facts.editText')}
      fault={send.error && !at ? send.error.message : null}
      go={t('common.save')}
      isBusy={send.isPending}
      isReady={draft.label.trim() !== '' && rates !== null && bounds !== null}
      onGo={save}
      onClose={onClose}
    >
      <FieldRow>
        <TextInput
          label={t('spotCalendar.facts.label')}
          maxLength={20}
          value={draft.label}
          error={errorAt('label')}
          onChange={(event) => change({ label: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('spotCalendar.facts.kind')}
          data={spotTypes.map((value) => ({ value, label: t(`spot.types.${value}`) }))}
          value={draft.type}
          error={errorAt('type')}
          onChange={({ currentTarget: { value } }) => isOneOf(spotTypes, value) && change({ type: value })}
        />
      </FieldRow>
      <FieldRow>
        <NumberInput
          label={t('spotCalendar.facts.levelField')}
          size="md"
          allowDecimal={false}
          min={-20}
          max={200}
          value={draft.level}
          error={errorAt('level')}
          onChange={(level) => change({ level: Number(level) || 0 })}
        />
        <NativeSelect
          label={t('spotCalendar.facts.zone')}
          data={[
            { value: '', label: t('spotCalendar.facts.noZone') },
            ...zones.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={draft.zone_id ?? ''}
          error={errorAt('zone_id')}
          onChange={(event) => change({ zone_id: event.currentTarget.value || null })}
        />
      </FieldRow>
      <MemberPicker
        lot_id={lot.id}
        label={t('members.picker.holder')}
        description={t('members.picker.holderText')}
        value={draft.assigned_user_id}
        initial={
          spot.assigned_user_id
            ? { value: spot.assigned_user_id, label: seenName(t, spot.assigned_to ?? null) }
            : null
        }
        error={errorAt('assigned_user_id')}
        onChange={(assigned_user_id) => change({ assigned_user_id })}
      />
      <CheckboxChips
        legend={t('spotCalendar.facts.features')}
        options={spotFeatures.map((value) => ({ value, label: t(`spot.features.${value}`) }))}
        chosen={draft.features}
        error={errorAt('features')}
        onChange={(features) => change({ features })}
      />
      <p>{t('spotCalendar.facts.ratesText')}</p>
      <RateFields
        draft={draft.rates}
        currency={lot.currency}
        errorAt={(column) => errorAt(`rates.${column}`)}
        onChange={(next) => change({ rates: next })}
      />
      <PriceBoundsFields
        draft={draft.bounds}
        currency={lot.currency}
        errorAt={errorAt}
        onChange={(next) => change({ bounds: next })}
      />
      <WrittenFacts
        draft={draft.written}
        errorAt={errorAt}
        onChange={(part) => change({ written: { ...draft.written, ...part } })}
      />
    </ActDialog>
  )
}

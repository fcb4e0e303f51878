import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  createGateRoute,
  listGatesRoute,
  listStaffGatesRoute,
  patchGateRoute,
  type StaffGate,
} from '@openspot/contract/operations/gates.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { gateActuations, gateDrivers } from '@openspot/core/gates/enums.ts'
import { gateBounds } from '@openspot/core/gates/limits.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import { changedFields } from '@/lib/changed-fields.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useReloadOn } from '@/lib/use-edit.ts'
import { CountField } from '@/ui/count-field.tsx'
import { EditConflict, type ShownValue } from '@/ui/edit-conflict.tsx'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { FieldRow } from '@/ui/panel.tsx'
import { DeviceFields } from './device-fields.tsx'
import { draftOf, type GateDraft, newDevice, newDraft, settingsOf } from './gate-draft.ts'

const seconds = ['pulse_ms', 'travel_seconds', 'pause_seconds'] as const
const minutes = ['early_minutes', 'late_minutes'] as const
const labels = {
  pulse_ms: 'gates.fields.pulseMs',
  travel_seconds: 'gates.fields.travelSeconds',
  pause_seconds: 'gates.fields.pauseSeconds',
  early_minutes: 'gates.fields.earlyMinutes',
  late_minutes: 'gates.fields.lateMinutes',
} as const

/** What of a gate may have changed meanwhile. */
const factsOf = (t: Translate, gate: StaffGate): ShownValue[] => [
  [t('gates.fields.name'), gate.name],
  [t('gates.fields.driver'), t(`gates.drivers.${gate.device.driver}`)],
  [t('gates.fields.actuation'), t(`gates.actuations.${gate.actuation}`)],
  ...[...seconds, ...minutes].map((name): ShownValue => [t(labels[name]), String(gate[name])]),
  [t('gates.fields.lockedReason'), gate.locked_reason ?? ''],
  [t('gates.fields.emergencyAccess'), gate.emergency_access ?? ''],
]

/** Adds a gate, or changes one. */
export function GateDialog({
  lot,
  gate,
  onClose,
}: {
  lot: ConsoleLot
  gate: StaffGate | null
  onClose: () => void
}) {
  const t = useTranslations()
  const [draft, setDraft] = useState<GateDraft>(() => (gate ? draftOf(gate) : newDraft()))
  const set = (part: Partial<GateDraft>) => setDraft((before) => ({ ...before, ...part }))
  const refresh = [listStaffGatesRoute, listGatesRoute]
  const create = useApiMutation(createGateRoute, { client: 'admin', refresh })
  const [read, setRead] = useState(gate)
  const listed = useApiQuery(
    listStaffGatesRoute,
    { params: { lot_id: lot.id } },
    { client: 'admin', enabled: gate !== null },
  )
  const current = listed.data?.items.find(({ id }) => id === gate?.id) ?? gate
  const onError = useReloadOn('gate_changed', refresh)
  const change = useApiMutation(patchGateRoute, { client: 'admin', refresh })
  const error = gate ? change.error : create.error
  const fault = fieldOf(error)
  const errorAt = (field: string) =>
    fault && (fault.field === field || fault.field.endsWith(`/${field}`)) ? fault.message : null
  const isConflict = codeOf(error) === 'gate_changed'
  const save = (isOver: boolean) => {
    const done = (name: string) => {
      notifications.show({ message: gate ? t('gates.saved') : t('gates.added', { name }) })
      onClose()
    }
    const body = settingsOf(draft)
    const secret = draft.password === '' ? {} : { password: draft.password }
    if (read) {
      // A device that stays the same is left out, because a new one is asked for its state again.
      const { changed, before } = changedFields(settingsOf(draftOf(read)), body)
      if (Object.keys({ ...changed, ...secret }).length === 0) return onClose()
      change.mutate(
        {
          params: { lot_id: lot.id, gate_id: read.id },
          body: { ...changed, ...secret, ...(isOver ? {} : { before }) },
        },
        { onSuccess: ({ name }) => done(name), onError },
      )
    } else
      create.mutate(
        { params: { lot_id: lot.id }, body: { ...body, ...secret } },
        { onSuccess: ({ name }) => done(name) },
      )
  }
  return (
    <FormDialog
      title={gate ? t('gates.editOf', { name: gate.name }) : t('gates.add')}
      size="lg"
      error={isConflict ? null : error}
      submit={gate ? t('common.save') : t('gates.add')}
      isBusy={create.isPending || change.isPending}
      isReady={draft.name.trim() !== ''}
      onSubmit={() => save(false)}
      onClose={onClose}
    >
      {isConflict && read && current ? (
        <EditConflict
          original={factsOf(t, read)}
          current={factsOf(t, current)}
          isBusy={change.isPending}
          onReload={() => {
            setRead(current)
            setDraft(draftOf(current))
            change.reset()
          }}
          onAgain={() => save(true)}
        />
      ) : null}
      <TextInput
        label={t('gates.fields.name')}
        placeholder={t('gates.fields.nameHint')}
        maxLength={80}
        required
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('gates.fields.driver')}
        value={draft.device.driver}
        data={gateDrivers.map((value) => ({ value, label: t(`gates.drivers.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          if (isOneOf(gateDrivers, value)) set({ device: newDevice(value) })
        }}
      />
      <DeviceFields device={draft.device} errorAt={errorAt} onChange={(device) => set({ device })} />
      {draft.device.driver === 'SHELLY_HTTP' ? (
        <PasswordInput
          label={t('gates.fields.password')}
          description={gate?.has_password ? t('gates.fields.passwordKept') : null}
          autoComplete="off"
          value={draft.password}
          error={errorAt('password')}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
      ) : null}
      <NativeSelect
        label={t('gates.fields.actuation')}
        value={draft.actuation}
        data={gateActuations.map((value) => ({ value, label: t(`gates.actuations.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          if (isOneOf(gateActuations, value)) set({ actuation: value })
        }}
      />
      {[seconds, minutes].map((names) => (
        <FieldRow key={names[0]}>
          {names.map((name) => (
            <CountField
              key={name}
              label={t(labels[name])}
              value={draft[name]}
              min={gateBounds[name][0]}
              max={gateBounds[name][1]}
              error={errorAt(name)}
              onChange={(value) => set({ [name]: value ?? gateBounds[name][0] })}
            />
          ))}
        </FieldRow>
      ))}
      <TextInput
        label={t('gates.fields.lockedReason')}
        description={t('gates.fields.lockedReasonHint')}
        maxLength={200}
        value={draft.locked_reason}
        error={errorAt('locked_reason')}
        onChange={(event) => set({ locked_reason: event.currentTarget.value })}
      />
      <Textarea
        label={t('gates.fields.emergencyAccess')}
        description={t('gates.fields.emergencyAccessHint')}
        maxLength={500}
        autosize
        minRows={2}
        value={draft.emergency_access}
        error={errorAt('emergency_access')}
        onChange={(event) => set({ emergency_access: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

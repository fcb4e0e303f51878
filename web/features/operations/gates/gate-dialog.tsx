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
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { CountField } from '@/ui/count-field.tsx'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { FieldRow } from '@/ui/panel.tsx'
import { DeviceFields } from './device-fields.tsx'
import { bodyOf, draftOf, type GateDraft, newDevice, newDraft } from './gate-draft.ts'

const seconds = ['pulse_ms', 'travel_seconds', 'pause_seconds'] as const
const minutes = ['early_minutes', 'late_minutes'] as const
const labels = {
  pulse_ms: 'gates.fields.pulseMs',
  travel_seconds: 'gates.fields.travelSeconds',
  pause_seconds: 'gates.fields.pauseSeconds',
  early_minutes: 'gates.fields.earlyMinutes',
  late_minutes: 'gates.fields.lateMinutes',
} as const

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
  const change = useApiMutation(patchGateRoute, { client: 'admin', refresh })
  const error = gate ? change.error : create.error
  const fault = fieldOf(error)
  const errorAt = (field: string) =>
    fault && (fault.field === field || fault.field.endsWith(`/${field}`)) ? fault.message : null
  const save = () => {
    const done = (name: string) => {
      notifications.show({ message: gate ? t('gates.saved') : t('gates.added', { name }) })
      onClose()
    }
    const body = bodyOf(draft)
    if (gate) {
      change.mutate(
        { params: { lot_id: lot.id, gate_id: gate.id }, body },
        { onSuccess: ({ name }) => done(name) },
      )
    } else create.mutate({ params: { lot_id: lot.id }, body }, { onSuccess: ({ name }) => done(name) })
  }
  return (
    <FormDialog
      title={gate ? t('gates.editOf', { name: gate.name }) : t('gates.add')}
      size="lg"
      error={error}
      submit={gate ? t('common.save') : t('gates.add')}
      isBusy={create.isPending || change.isPending}
      isReady={draft.name.trim() !== ''}
      onSubmit={save}
      onClose={onClose}
    >
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

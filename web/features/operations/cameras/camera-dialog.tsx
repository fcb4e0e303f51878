import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type Camera,
  createCameraRoute,
  listCamerasRoute,
  patchCameraRoute,
} from '@openspot/contract/operations/cameras.ts'
import { listStaffGatesRoute } from '@openspot/contract/operations/gates.ts'
import { cameraDirections, cameraKinds } from '@openspot/core/cameras/enums.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { CountField } from '@/ui/count-field.tsx'
import { FormDialog } from '@/ui/form-dialog.tsx'

type Draft = Pick<Camera, 'name' | 'kind' | 'direction' | 'gate_id' | 'silent_hours' | 'is_active'>
const newDraft: Draft = {
  name: '',
  kind: 'PLATE_RECOGNIZER',
  direction: 'ENTRY',
  gate_id: null,
  silent_hours: 24,
  is_active: true,
}
const draftOf = ({ name, kind, direction, gate_id, silent_hours, is_active }: Camera): Draft => ({
  name,
  kind,
  direction,
  gate_id,
  silent_hours,
  is_active,
})

/** Adds a camera, whose address is then shown, or changes one. */
export function CameraDialog({
  lot,
  camera,
  onAddress,
  onClose,
}: {
  lot: ConsoleLot
  camera: Camera | null
  onAddress: (shown: { name: string; address: string }) => void
  onClose: () => void
}) {
  const t = useTranslations()
  const [draft, setDraft] = useState<Draft>(() => (camera ? draftOf(camera) : newDraft))
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const gates = useApiQuery(listStaffGatesRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const refresh = [listCamerasRoute]
  const create = useApiMutation(createCameraRoute, { client: 'admin', refresh })
  const change = useApiMutation(patchCameraRoute, { client: 'admin', refresh })
  const error = camera ? change.error : create.error
  const fault = fieldOf(error)
  const errorAt = (field: string) => (fault?.field === field ? fault.message : null)
  const save = () => {
    const { is_active, ...settings } = draft
    const gate_id = draft.direction === 'INSIDE' ? null : draft.gate_id
    if (camera) {
      change.mutate(
        { params: { lot_id: lot.id, camera_id: camera.id }, body: { ...settings, gate_id, is_active } },
        {
          onSuccess: () => {
            notifications.show({ message: t('cameras.saved') })
            onClose()
          },
        },
      )
      return
    }
    create.mutate(
      { params: { lot_id: lot.id }, body: { ...settings, gate_id } },
      {
        onSuccess: (made) => {
          onAddress({ name: made.camera.name, address: made.address })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={camera ? t('cameras.editOf', { name: camera.name }) : t('cameras.add')}
      error={error}
      submit={camera ? t('common.save') : t('cameras.add')}
      isBusy={create.isPending || change.isPending}
      isReady={draft.name.trim() !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('cameras.fields.name')}
        placeholder={t('cameras.fields.nameHint')}
        maxLength={80}
        required
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('cameras.fields.kind')}
        value={draft.kind}
        data={cameraKinds.map((value) => ({ value, label: t(`cameras.kinds.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          if (isOneOf(cameraKinds, value)) set({ kind: value })
        }}
      />
      <NativeSelect
        label={t('cameras.fields.direction')}
        value={draft.direction}
        data={cameraDirections.map((value) => ({ value, label: t(`cameras.directions.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          if (isOneOf(cameraDirections, value)) set({ direction: value })
        }}
      />
      {draft.direction === 'INSIDE' ? null : (
        <NativeSelect
          label={t('cameras.fields.gate')}
          description={t('cameras.fields.gateText')}
          value={draft.gate_id ?? ''}
          error={errorAt('gate_id')}
          data={[
            { value: '', label: t('cameras.fields.noGate') },
            ...(gates.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => set({ gate_id: value === '' ? null : value })}
        />
      )}
      <CountField
        label={t('cameras.fields.silentHours')}
        value={draft.silent_hours}
        min={1}
        max={720}
        error={errorAt('silent_hours')}
        onChange={(value) => set({ silent_hours: value ?? 1 })}
      />
      {camera ? (
        <Switch
          label={t('cameras.fields.active')}
          checked={draft.is_active}
          onChange={(event) => set({ is_active: event.currentTarget.checked })}
        />
      ) : null}
    </FormDialog>
  )
}

'use client'
import { NativeSelect, Select } from '@mantine/core'
import { type FlagState, listFlagsRoute, setLotFlagRoute } from '@openspot/contract/platform/flags.ts'
import { listPlatformLotsRoute } from '@openspot/contract/platform/lots.ts'
import type { Flag } from '@openspot/core/flags/catalog.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'

const values = { on: true, off: false, environment: null } as const

/** Sets a flag for a lot that is given, or found by its name. */
export function FlagDialog({
  flag,
  lot,
  onClose,
}: {
  flag: Flag
  lot: FlagState['lots'][number] | null
  onClose: () => void
}) {
  const t = useTranslations()
  const [search, setSearch] = useState('')
  const [lot_id, setLotId] = useState<string | null>(lot?.lot_id ?? null)
  const [value, setValue] = useState<keyof typeof values>(lot ? 'environment' : 'off')
  const [reason, setReason] = useState('')
  const lots = useApiQuery(
    listPlatformLotsRoute,
    { query: { limit: 20, ...(search.trim() ? { search: search.trim() } : {}) } },
    { client: 'admin', enabled: lot === null, keep: true },
  )
  const save = useApiMutation(setLotFlagRoute, { client: 'admin', refresh: [listFlagsRoute] })
  const name = t(`flags.names.${flag}.name`)
  return (
    <FormDialog
      title={lot ? t('flags.dialogOf', { flag: name, lot: lot.lot_name }) : t('flags.dialog', { flag: name })}
      error={save.error ?? lots.error}
      submit={t('flags.save')}
      isBusy={save.isPending}
      isReady={lot_id !== null && reason.trim() !== ''}
      onSubmit={() => {
        if (lot_id === null) return
        save.mutate(
          { params: { lot_id, flag }, body: { is_on: values[value], reason } },
          { onSuccess: onClose },
        )
      }}
      onClose={onClose}
    >
      {lot === null ? (
        <Select
          label={t('people.columns.lot')}
          placeholder={t('people.lotSearch')}
          searchable
          nothingFoundMessage={t(search.trim() ? 'people.noLotsTitle' : 'people.noLotsYetTitle')}
          // The server searches.
          filter={({ options }) => options}
          data={(lots.data?.items ?? []).map((one) => ({
            value: one.id,
            label: one.city === null ? one.name : `${one.name} · ${one.city}`,
          }))}
          value={lot_id}
          onChange={setLotId}
          onSearchChange={setSearch}
        />
      ) : null}
      <NativeSelect
        label={t('flags.value')}
        value={value}
        onChange={({ currentTarget }) =>
          setValue(
            currentTarget.value === 'on' ? 'on' : currentTarget.value === 'off' ? 'off' : 'environment',
          )
        }
        data={[
          { value: 'off', label: t('flags.off') },
          { value: 'on', label: t('flags.on') },
          { value: 'environment', label: t('flags.asEnvironment') },
        ]}
      />
      <ReasonField
        label={t('people.banReason')}
        description={t('people.adminReasonText')}
        reason={reason}
        error={null}
        onChange={setReason}
      />
    </FormDialog>
  )
}

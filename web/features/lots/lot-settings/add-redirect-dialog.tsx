import { NativeSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { createRedirectRoute, listRedirectsRoute, type Redirect } from '@openspot/contract/lots/redirects.ts'
import { listPlatformLotsRoute } from '@openspot/contract/platform/lots.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { Note } from '@/ui/states.tsx'

interface LotChoice {
  /** Lots that redirect here already, and the lot itself, can't be chosen. */
  excluded: readonly string[]
  chosen: string | null
  onChoose: (lot_id: string | null) => void
}

/** Redirects the drivers of another lot here. A platform admin has no role in lots, and may choose any of them. */
export function AddRedirectDialog({
  lot,
  here,
  onClose,
}: {
  lot: ConsoleLot
  here: readonly Redirect[]
  onClose: () => void
}) {
  const t = useTranslations()
  const [chosen, setChosen] = useState<string | null>(null)
  const send = useApiMutation(createRedirectRoute, { client: 'admin', refresh: [listRedirectsRoute] })
  const choice = { excluded: [lot.id, ...here.map(({ from }) => from.id)], chosen, onChoose: setChosen }
  const go = () => {
    if (chosen === null) return
    send.mutate(
      { params: { lot_id: lot.id }, body: { from_lot_id: chosen } },
      {
        onSuccess: ({ from }) => {
          onClose()
          notifications.show({ message: t('lotSettings.redirects.made', { name: from.name }) })
        },
      },
    )
  }
  return (
    <ActDialog
      title={t('lotSettings.redirects.addTitle')}
      text={t('lotSettings.redirects.addText')}
      fault={send.error?.message ?? null}
      go={t('lotSettings.redirects.go')}
      isBusy={send.isPending}
      isReady={chosen !== null}
      onGo={go}
      onClose={onClose}
    >
      {lot.role === null ? <AnyLot {...choice} /> : <OwnLot {...choice} />}
    </ActDialog>
  )
}

/** One of the lots that the reader is an admin of. */
function OwnLot({ excluded, chosen, onChoose }: LotChoice) {
  const t = useTranslations()
  const memberships = useApiQuery(listMyMembershipsRoute, {}, { client: 'admin' })
  const others = (memberships.data?.items ?? []).filter(
    ({ lot_id, role, status }) =>
      status === 'ACTIVE' && (role === 'ADMIN' || role === 'SUPER_ADMIN') && !excluded.includes(lot_id),
  )
  if (memberships.error) return <Note tone="bad" title={memberships.error.message} />
  if (memberships.data && others.length === 0) return <p>{t('lotSettings.redirects.noOther')}</p>
  return (
    <NativeSelect
      size="md"
      label={t('lotSettings.redirects.choose')}
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value || null)}
    >
      <option value="">{t('lotSettings.redirects.chooseHint')}</option>
      {others.map(({ lot_id, lot_name }) => (
        <option key={lot_id} value={lot_id}>
          {lot_name}
        </option>
      ))}
    </NativeSelect>
  )
}

/** One of all lots of the platform, found by name or address. */
function AnyLot({ excluded, chosen, onChoose }: LotChoice) {
  const t = useTranslations()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const lots = useApiQuery(
    listPlatformLotsRoute,
    { query: { limit: 20, ...(search ? { search } : {}) } },
    { client: 'admin', keep: true },
  )
  const others = (lots.data?.items ?? []).filter(({ id }) => !excluded.includes(id))
  return (
    <>
      {lots.error ? <Note tone="bad" title={lots.error.message} /> : null}
      <Select
        label={t('lotSettings.redirects.choose')}
        size="md"
        placeholder={t('people.lotSearch')}
        searchable
        nothingFoundMessage={t('people.noLotsTitle')}
        // The server searches.
        filter={({ options }) => options}
        data={others.map(({ id, name, city }) => ({
          value: id,
          label: city === null ? name : `${name} · ${city}`,
        }))}
        value={chosen}
        onChange={onChoose}
        onSearchChange={setTyped}
      />
    </>
  )
}

'use client'
import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  createZoneRoute,
  listZonesRoute,
  type RateSet,
  type Zone,
} from '@openspot/contract/booking/prices.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Money } from '@/ui/money.tsx'
import { Panel } from '@/ui/panel.tsx'
import { RateFields, rateDraft, readRates } from '@/ui/rate-fields.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { zonePath } from './price-paths.ts'

/** Whether a zone has rates of its own. */
export const hasOwn = (rates: RateSet): boolean => Object.values(rates).some((cents) => cents !== null)

/** The zones of a lot with the rates that replace the lot's. */
export function Zones({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const zones = useApiQuery(listZonesRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const [adds, setAdds] = useState(false)
  const items = zones.data?.items ?? []
  const add = lot.is_admin ? (
    <Button size="sm" variant="default" onClick={() => setAdds(true)}>
      {t('prices.zones.add')}
    </Button>
  ) : null
  return (
    <Panel
      title={t('prices.zones.title')}
      text={t('prices.zones.text')}
      action={items.length > 0 ? add : null}
    >
      <QueryState answer={zones} rows={3} />
      {zones.data && items.length === 0 ? (
        <EmptyState title={t('prices.zones.emptyTitle')} text={t('prices.zones.emptyText')} action={add} />
      ) : null}
      {items.length > 0 ? (
        <DataTable
          label={t('prices.zones.table')}
          columns={columnsOf(t, lot)}
          rows={items}
          keyOf={(zone) => zone.id}
        />
      ) : null}
      {adds ? <AddZone lot={lot} onClose={() => setAdds(false)} /> : null}
    </Panel>
  )
}

function columnsOf(t: Translate, lot: ConsoleLot): Column<Zone>[] {
  const rate = (unit: 'half_hour' | 'hour' | 'day' | 'month'): Column<Zone> => ({
    key: unit,
    head: t(`lot.per.${unit}`),
    isFigure: true,
    cell: ({ rates }) => {
      const cents = rates[`${unit}_cents`]
      return cents === null ? null : <Money cents={cents} currency={lot.currency} />
    },
  })
  return [
    {
      key: 'name',
      head: t('prices.zones.columns.name'),
      cell: (zone) => (lot.is_admin ? <Link href={zonePath(lot.id, zone.id)}>{zone.name}</Link> : zone.name),
    },
    {
      key: 'source',
      head: t('prices.zones.columns.source'),
      cell: ({ rates }) => (hasOwn(rates) ? t('prices.zones.own') : t('prices.zones.asLot')),
    },
    rate('half_hour'),
    rate('hour'),
    rate('day'),
    rate('month'),
    {
      key: 'spots',
      head: t('prices.zones.columns.spots'),
      isFigure: true,
      cell: ({ spot_count }) => spot_count,
    },
  ]
}

function AddZone({ lot, onClose }: { lot: ConsoleLot; onClose: () => void }) {
  const t = useTranslations()
  const [name, setName] = useState('')
  const [draft, setDraft] = useState(rateDraft(t, null, lot.currency))
  const send = useApiMutation(createZoneRoute, { client: 'admin', refresh: [listZonesRoute] })
  const at = fieldOf(send.error)
  const rates = readRates(t, draft, lot.currency)
  return (
    <ActDialog
      title={t('prices.zones.add')}
      text={t('prices.zones.addText')}
      go={t('prices.zones.addGo')}
      fault={send.error && !at ? send.error.message : null}
      isBusy={send.isPending}
      isReady={name.trim() !== '' && rates !== null}
      onClose={onClose}
      onGo={() => {
        if (!rates) return
        send.mutate(
          { params: { lot_id: lot.id }, body: { name: name.trim(), rates } },
          {
            onSuccess: () => {
              onClose()
              notifications.show({ message: t('prices.zones.added', { name: name.trim() }) })
            },
          },
        )
      }}
    >
      <TextInput
        label={t('prices.zones.name')}
        maxLength={60}
        value={name}
        error={at?.field === 'name' ? at.message : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <p>{t('prices.zones.ratesText')}</p>
      <RateFields
        draft={draft}
        currency={lot.currency}
        errorAt={(column) => (at?.field === `rates.${column}` ? at.message : null)}
        onChange={setDraft}
      />
    </ActDialog>
  )
}

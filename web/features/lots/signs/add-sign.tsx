'use client'
import { Select, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { createSignRoute, listSignsRoute } from '@openspot/contract/lots/signs.ts'
import { listCamerasRoute } from '@openspot/contract/operations/cameras.ts'
import { byLabel } from '@openspot/core/maps/row.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './signs.module.css'

/** Adds a sign that links to the lot, to booking, to one spot, to the plate check, or to what the cameras record. */
export function AddSign({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const known = useApiQuery(getLotRoute, { params }, { client: 'admin' })
  const spots = useApiQuery(listMonitorSpotsRoute, { params, query: {} }, { client: 'admin' })
  const cameras = useApiQuery(listCamerasRoute, { params }, { client: 'admin' })
  const create = useApiMutation(createSignRoute, { client: 'admin', refresh: [listSignsRoute] })
  const [place, setPlace] = useState('')
  const [leads, setLeads] = useState('lot')
  const public_id = known.data?.public_id
  const at = fieldOf(create.error)
  const add = () => {
    if (public_id === undefined) return
    const url =
      leads === 'lot'
        ? `/l/${public_id}`
        : leads === 'book'
          ? `/book/${public_id}`
          : leads === 'check' || leads === 'cameras'
            ? `/l/${public_id}/${leads}`
            : `/l/${public_id}?spot_id=${leads}`
    create.mutate(
      { params, body: { place: place.trim(), url } },
      {
        onSuccess: (sign) => {
          notifications.show({ message: t('signs.add.added', { place: sign.place }) })
          setPlace('')
        },
      },
    )
  }
  return (
    <Panel title={t('signs.add.title')} text={t('signs.add.text')}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        {create.error && at?.field !== 'place' ? <Note tone="bad" title={create.error.message} /> : null}
        <div className={css.fields}>
          <TextInput
            label={t('signs.add.place')}
            size="md"
            maxLength={80}
            placeholder={t('signs.add.placeHint')}
            value={place}
            error={at?.field === 'place' ? at.message : null}
            onChange={(event) => setPlace(event.currentTarget.value)}
          />
          <Select
            label={t('signs.add.leads')}
            size="md"
            searchable
            allowDeselect={false}
            value={leads}
            onChange={(next) => setLeads(next ?? 'lot')}
            data={[
              { value: 'lot', label: t('signs.add.lot') },
              { value: 'book', label: t('signs.add.book') },
              ...(known.data?.is_plate_check_public
                ? [{ value: 'check', label: t('signs.leadsTo.PLATE_CHECK') }]
                : []),
              ...(cameras.data?.items.some(({ is_active }) => is_active)
                ? [{ value: 'cameras', label: t('signs.leadsTo.CAMERA_POLICY') }]
                : []),
              {
                group: t('signs.add.spots'),
                items: (spots.data?.items ?? [])
                  .toSorted(byLabel)
                  .map(({ id, label }) => ({ value: id, label: t('signs.spot', { label }) })),
              },
            ]}
          />
        </div>
        <Buttons>
          <GatedButton
            type="submit"
            loading={create.isPending}
            why={place.trim() === '' || public_id === undefined ? t('common.why.fill') : null}
          >
            {t('signs.add.button')}
          </GatedButton>
        </Buttons>
      </form>
    </Panel>
  )
}

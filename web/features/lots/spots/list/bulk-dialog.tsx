'use client'
import { Checkbox, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { updateSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { type SpotFeature, spotFeatures } from '@openspot/core/enums.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type SpotFacts, SpotFactsFields } from '@/features/lots/spots/spot-facts-fields.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import { RateFields, rateDraft, readRates } from '@/ui/rate-fields.tsx'

const options = (t: Translate) => spotFeatures.map((value) => ({ value, label: t(`spot.features.${value}`) }))

/** Changes several spots at once. Unset fields stay as they are on each. */
export function BulkDialog({
  lot,
  spot_ids,
  onDone,
  onClose,
}: {
  lot: ConsoleLot
  spot_ids: readonly string[]
  onDone: () => void
  onClose: () => void
}) {
  const t = useTranslations()
  const zones = useApiQuery(listZonesRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const [facts, setFacts] = useState<SpotFacts>({ type: null, level: null, zone_id: null })
  const [add, setAdd] = useState<SpotFeature[]>([])
  const [remove, setRemove] = useState<SpotFeature[]>([])
  const [rates, setRates] = useState<ReturnType<typeof rateDraft> | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const send = useApiMutation(updateSpotsRoute, {
    client: 'admin',
    refresh: [listMonitorSpotsRoute, listZonesRoute],
  })
  const theRates = rates && readRates(t, rates, lot.currency)
  const change = {
    ...(facts.type === null ? {} : { type: facts.type }),
    ...(facts.level === null ? {} : { level: facts.level }),
    ...(facts.zone_id === null ? {} : { zone_id: facts.zone_id || null }),
    ...(add.length > 0 ? { add_features: add } : {}),
    ...(remove.length > 0 ? { remove_features: remove } : {}),
    ...(theRates ? { rates: theRates } : {}),
    ...(note === null ? {} : { note: note.trim() || null }),
  }
  const isReady = Object.keys(change).length > 0 && (rates === null || theRates !== null)
  const go = () =>
    send.mutate(
      { params: { lot_id: lot.id }, body: { spot_ids: [...spot_ids], ...change } },
      {
        onSuccess: ({ items }) => {
          notifications.show({ message: t('lotSpots.bulk.saved', { count: items.length }) })
          onDone()
        },
      },
    )
  return (
    <ActDialog
      title={t('lotSpots.bulk.title', { count: spot_ids.length })}
      text={t('lotSpots.bulk.text')}
      fault={send.error?.message ?? null}
      go={t('common.save')}
      isBusy={send.isPending}
      isReady={isReady}
      onGo={go}
      onClose={onClose}
    >
      <SpotFactsFields
        draft={facts}
        zones={zones.data?.items ?? []}
        asIs={t('lotSpots.bulk.asIs')}
        onChange={(part) => setFacts((former) => ({ ...former, ...part }))}
      />
      <CheckboxChips
        legend={t('lotSpots.bulk.add')}
        options={options(t).filter(({ value }) => !remove.includes(value))}
        chosen={add}
        onChange={setAdd}
      />
      <CheckboxChips
        legend={t('lotSpots.bulk.remove')}
        options={options(t).filter(({ value }) => !add.includes(value))}
        chosen={remove}
        onChange={setRemove}
      />
      <Checkbox
        label={t('lotSpots.bulk.rates')}
        description={t('lotSpots.bulk.ratesText')}
        checked={rates !== null}
        onChange={(event) => setRates(event.currentTarget.checked ? rateDraft(t, null, lot.currency) : null)}
      />
      {rates ? (
        <RateFields draft={rates} currency={lot.currency} errorAt={() => null} onChange={setRates} />
      ) : null}
      <Checkbox
        label={t('lotSpots.bulk.setNote')}
        checked={note !== null}
        onChange={(event) => setNote(event.currentTarget.checked ? '' : null)}
      />
      {note === null ? null : (
        <TextInput
          label={t('spotCalendar.facts.note')}
          description={t('spotCalendar.facts.noteText')}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
    </ActDialog>
  )
}

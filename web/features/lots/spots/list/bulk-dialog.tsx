'use client'
import { Checkbox, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { updateSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { type SpotFeature, spotFeatures } from '@openspot/core/enums.ts'
import { useState } from 'react'
import { type SpotFacts, SpotFactsFields } from '@/features/lots/spots/spot-facts-fields.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import { RateFields, rateDraft, readRates } from '@/ui/rate-fields.tsx'
import { words } from '@/words/index.ts'

const say = words.lotSpots.bulk
const options = spotFeatures.map((value) => ({ value, label: words.spot.features[value] }))

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
  const theRates = rates && readRates(rates, lot.currency)
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
          notifications.show({ message: say.saved(items.length) })
          onDone()
        },
      },
    )
  return (
    <ActDialog
      title={say.title(spot_ids.length)}
      text={say.text}
      fault={send.error?.message ?? null}
      go={words.common.save}
      isBusy={send.isPending}
      isReady={isReady}
      onGo={go}
      onClose={onClose}
    >
      <SpotFactsFields
        draft={facts}
        zones={zones.data?.items ?? []}
        asIs={say.asIs}
        onChange={(part) => setFacts((former) => ({ ...former, ...part }))}
      />
      <CheckboxChips
        legend={say.add}
        options={options.filter(({ value }) => !remove.includes(value))}
        chosen={add}
        onChange={setAdd}
      />
      <CheckboxChips
        legend={say.remove}
        options={options.filter(({ value }) => !add.includes(value))}
        chosen={remove}
        onChange={setRemove}
      />
      <Checkbox
        label={say.rates}
        description={say.ratesText}
        checked={rates !== null}
        onChange={(event) => setRates(event.currentTarget.checked ? rateDraft(null, lot.currency) : null)}
      />
      {rates ? (
        <RateFields draft={rates} currency={lot.currency} errorAt={() => null} onChange={setRates} />
      ) : null}
      <Checkbox
        label={say.setNote}
        checked={note !== null}
        onChange={(event) => setNote(event.currentTarget.checked ? '' : null)}
      />
      {note === null ? null : (
        <TextInput
          label={words.spotCalendar.facts.note}
          description={words.spotCalendar.facts.noteText}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
    </ActDialog>
  )
}

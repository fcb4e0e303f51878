'use client'
import { Checkbox } from '@mantine/core'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import type { CallError } from '@openspot/contract/call.ts'
import { updateSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { type SpotFeature, spotFeatures } from '@openspot/core/enums.ts'
import { changedSpotFacts, type SpotFact, spotFactNames } from '@openspot/core/spots/spot-facts.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  PriceBoundsFields,
  priceBoundsDraft,
  readPriceBounds,
} from '@/features/lots/spots/price-bounds-fields.tsx'
import { type SpotFacts, SpotFactsFields } from '@/features/lots/spots/spot-facts-fields.tsx'
import { type WrittenDraft, WrittenFacts } from '@/features/lots/spots/written-facts.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import { RateFields, rateDraft, readRates } from '@/ui/rate-fields.tsx'
import { useUndo } from '@/ui/undo/use-undo.tsx'
import { changesBack, readSpots } from './undo-spots.ts'

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
  const [bounds, setBounds] = useState<ReturnType<typeof priceBoundsDraft> | null>(null)
  const [written, setWritten] = useState<Partial<WrittenDraft>>({})
  const send = useApiMutation(updateSpotsRoute, {
    client: 'admin',
    refresh: [listMonitorSpotsRoute, listZonesRoute],
  })
  const theRates = rates && readRates(t, rates, lot.currency)
  const theBounds = bounds && readPriceBounds(t, bounds, lot.currency)
  const change = {
    ...(facts.type === null ? {} : { type: facts.type }),
    ...(facts.level === null ? {} : { level: facts.level }),
    ...(facts.zone_id === null ? {} : { zone_id: facts.zone_id || null }),
    ...(add.length > 0 ? { add_features: add } : {}),
    ...(remove.length > 0 ? { remove_features: remove } : {}),
    ...(theRates ? { rates: theRates } : {}),
    ...theBounds,
    ...changedSpotFacts(written, (fact) => written[fact]?.trim() || null),
  }
  const setNamed = (fact: SpotFact, isNamed: boolean) => {
    const others = Object.entries(written).filter(([name]) => name !== fact)
    setWritten(Object.fromEntries(isNamed ? [...others, [fact, '']] : others))
  }
  const isReady =
    Object.keys(change).length > 0 &&
    (rates === null || theRates !== null) &&
    (bounds === null || theBounds !== null)
  const { done } = useUndo()
  const params = { lot_id: lot.id }
  const save = async () => {
    const before = await readSpots(lot.id, spot_ids)
    const { items } = await send.mutateAsync({ params, body: { spot_ids: [...spot_ids], ...change } })
    done(t('lotSpots.bulk.saved', { count: items.length }), async () => {
      for (const body of changesBack(before, change)) await send.mutateAsync({ params, body })
    })
    onDone()
  }
  const saving = useMutation<void, CallError>({ mutationFn: save })
  return (
    <ActDialog
      title={t('lotSpots.bulk.title', { count: spot_ids.length })}
      text={t('lotSpots.bulk.text')}
      fault={saving.error?.message ?? null}
      go={t('common.save')}
      isBusy={saving.isPending}
      isReady={isReady}
      onGo={() => saving.mutate()}
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
        label={t('lotSpots.bulk.bounds')}
        checked={bounds !== null}
        onChange={(event) =>
          setBounds(event.currentTarget.checked ? priceBoundsDraft(t, null, lot.currency) : null)
        }
      />
      {bounds ? <PriceBoundsFields draft={bounds} currency={lot.currency} onChange={setBounds} /> : null}
      {spotFactNames.map((fact) => (
        <Fragment key={fact}>
          <Checkbox
            label={t('lotSpots.bulk.setFact', { field: t(`spotCalendar.facts.${fact}`) })}
            checked={written[fact] !== undefined}
            onChange={(event) => setNamed(fact, event.currentTarget.checked)}
          />
          {written[fact] === undefined ? null : (
            <WrittenFacts
              draft={written}
              facts={[fact]}
              onChange={(part) => setWritten((former) => ({ ...former, ...part }))}
            />
          )}
        </Fragment>
      ))}
    </ActDialog>
  )
}

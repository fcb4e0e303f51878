'use client'
import { Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { listZonesRoute, type Zone } from '@openspot/contract/booking/prices.ts'
import { createSpotsRoute, previewSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { type SpotFeature, spotFeatures } from '@openspot/core/enums.ts'
import { readLabels } from '@openspot/core/spots/labels.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type SpotFacts, SpotFactsFields } from '@/features/lots/spots/spot-facts-fields.tsx'
import css from '@/features/lots/spots/spots.module.css'
import { WrittenFacts, writtenBody, writtenDraft } from '@/features/lots/spots/written-facts.tsx'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useTextDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import { RateFields, rateDraft, readRates } from '@/ui/rate-fields.tsx'
import { Note } from '@/ui/states.tsx'

/** Adds spots that differ only in their labels, with a live preview. */
export function AddByLabels({ lot, zones }: { lot: ConsoleLot; zones: readonly Zone[] }) {
  const t = useTranslations()
  const router = useRouter()
  const [labels, setLabels, forget] = useTextDraft(`labels ${lot.id}`)
  const [common, setCommon] = useState<SpotFacts>({ type: 'STANDARD', level: 1, zone_id: '' })
  const [features, setFeatures] = useState<SpotFeature[]>([])
  const [rates, setRates] = useState(rateDraft(t, null, lot.currency))
  const [written, setWritten] = useState(writtenDraft({}))
  const read = readLabels(labels)
  const params = { lot_id: lot.id }
  const preview = useApiQuery(
    previewSpotsRoute,
    { params, body: { labels } },
    { client: 'admin', enabled: read.ok, keep: true },
  )
  const taken = read.ok ? (preview.data?.taken.filter((label) => read.labels.includes(label)) ?? []) : []
  const send = useApiMutation(createSpotsRoute, {
    client: 'admin',
    refresh: [listMonitorSpotsRoute, listZonesRoute],
  })
  const at = fieldOf(send.error)
  const theRates = readRates(t, rates, lot.currency)
  const isReady = read.ok && taken.length === 0 && theRates !== null
  const go = () => {
    if (!theRates || !common.type) return
    const { type, level, zone_id } = common
    const body = {
      labels,
      type,
      features,
      level: level ?? 1,
      zone_id: zone_id || null,
      rates: theRates,
      ...writtenBody(written),
    }
    send.mutate(
      { params, body },
      {
        onSuccess: ({ items }) => {
          forget()
          notifications.show({ message: t('lotSpots.isAdded', { count: items.length }) })
          router.push(`/lots/${lot.id}/spots`)
        },
      },
    )
  }
  const fault = labels.trim() !== '' && !read.ok ? reasonText(t, read.reason) : null
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      {send.error && at?.field !== 'labels' ? <Note tone="bad" title={send.error.message} /> : null}
      <Panel title={t('lotSpots.which')}>
        <div className={css.form}>
          <Textarea
            label={t('lotSpots.labels')}
            description={t('lotSpots.labelsText')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={20_000}
            value={labels}
            error={fault ?? (at?.field === 'labels' ? at.message : null)}
            onChange={(event) => setLabels(event.currentTarget.value)}
          />
          <div aria-live="polite">
            {read.ok ? (
              <>
                <p>
                  {t('lotSpots.willBe', {
                    count: read.labels.length,
                    first: read.labels[0] ?? '',
                    last: read.labels.at(-1) ?? '',
                  })}
                </p>
                <ul className={css.labels}>
                  {read.labels.slice(0, 60).map((label) => (
                    <li key={label} data-taken={taken.includes(label) || undefined}>
                      {label}
                    </li>
                  ))}
                  {read.labels.length > 60 ? <li>…</li> : null}
                </ul>
                {taken.length > 0 ? (
                  <p className={css.bad}>
                    {t('lotSpots.taken', { labels: taken.slice(0, 20).join(t('common.comma')) })}
                  </p>
                ) : null}
              </>
            ) : null}
          </div>
        </div>
      </Panel>
      <Panel title={t('lotSpots.alike')}>
        <div className={css.form}>
          <SpotFactsFields
            draft={common}
            zones={zones}
            onChange={(part) => setCommon((former) => ({ ...former, ...part }))}
          />
          <CheckboxChips
            legend={t('spotCalendar.facts.features')}
            options={spotFeatures.map((value) => ({ value, label: t(`spot.features.${value}`) }))}
            chosen={features}
            onChange={setFeatures}
          />
          <p className={css.quiet}>{t('spotCalendar.facts.ratesText')}</p>
          <RateFields draft={rates} currency={lot.currency} errorAt={() => null} onChange={setRates} />
          <WrittenFacts
            draft={written}
            onChange={(part) => setWritten((former) => ({ ...former, ...part }))}
          />
        </div>
      </Panel>
      <Buttons>
        <GatedButton type="submit" loading={send.isPending} why={isReady ? null : t('common.why.fill')}>
          {read.ok ? t('lotSpots.go', { count: read.labels.length }) : t('lotSpots.add')}
        </GatedButton>
      </Buttons>
    </form>
  )
}

'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { createSpotsRoute, previewSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { deleteSpotRoute } from '@openspot/contract/lots/spots.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { SpotPlan } from '@/ui/plan/spot-plan.tsx'
import { Note } from '@/ui/states.tsx'

export interface DrawnSpot {
  label: string
  shape: number[][]
}

const paint = { fill: 'var(--os-brand-soft)', stroke: 'var(--os-brand)', ink: 'var(--os-ink)' }
const takenPaint = { fill: 'var(--os-bad-soft)', stroke: 'var(--os-bad)', ink: 'var(--os-ink)' }

/** Shows spots that are about to be added with their outlines, adds all of them or none, and can take them back. */
export function DrawnSpots({ lot, spots }: { lot: ConsoleLot; spots: readonly DrawnSpot[] }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const labels = spots.map(({ label }) => label).join(',')
  const preview = useApiQuery(
    previewSpotsRoute,
    { params, body: { labels } },
    { client: 'admin', enabled: spots.length > 0, keep: true },
  )
  const refresh = [listMonitorSpotsRoute, listZonesRoute]
  const send = useApiMutation(createSpotsRoute, { client: 'admin', refresh })
  const remove = useApiMutation(deleteSpotRoute, { client: 'admin', refresh })
  const [isUndoing, setUndoing] = useState(false)
  const taken = new Set(preview.data?.taken)
  const clashes = spots.filter(({ label }) => taken.has(label)).map(({ label }) => label)
  const added = send.data?.items ?? []
  const undo = async () => {
    setUndoing(true)
    try {
      // One after another: the calls of one person share a budget.
      for (const { id } of added) await remove.mutateAsync({ params: { spot_id: id } })
      notifications.show({ message: t('lotSpots.drawn.undone', { count: added.length }) })
      send.reset()
    } catch {
      // The note below says why.
    } finally {
      setUndoing(false)
      void preview.refetch()
    }
  }
  const planned = spots.map(({ label, shape }) => ({ id: label, label, level: 1, shape }))
  const fault = send.error ?? remove.error
  return (
    <div className={css.form}>
      {fault ? <Note tone="bad" title={fault.message} /> : null}
      <div className={css.drawn}>
        <SpotPlan
          spots={planned}
          chosen={null}
          paint={({ label }) => (taken.has(label) && added.length === 0 ? takenPaint : paint)}
          onChoose={() => {}}
        />
      </div>
      {added.length > 0 ? (
        <Note tone="good" title={t('lotSpots.isAdded', { count: added.length })}>
          <Buttons>
            <Button size="sm" component={Link} href={`/lots/${lot.id}/spots`}>
              {t('lotSpots.drawn.see')}
            </Button>
            <Button size="sm" variant="default" loading={isUndoing} onClick={() => void undo()}>
              {t('lotSpots.drawn.undo')}
            </Button>
          </Buttons>
        </Note>
      ) : (
        <>
          {clashes.length > 0 ? (
            <p className={css.bad}>
              {t('lotSpots.taken', { labels: clashes.slice(0, 20).join(t('common.comma')) })}
            </p>
          ) : null}
          <Buttons>
            <GatedButton
              loading={send.isPending || preview.isPending}
              why={
                spots.length === 0
                  ? t('common.why.fill')
                  : clashes.length > 0
                    ? t('common.why.correct')
                    : null
              }
              onClick={() => send.mutate({ params, body: { labels, shapes: [...spots] } })}
            >
              {t('lotSpots.go', { count: spots.length })}
            </GatedButton>
          </Buttons>
        </>
      )}
    </div>
  )
}

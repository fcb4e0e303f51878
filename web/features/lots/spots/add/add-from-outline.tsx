'use client'
import { Button, TextInput } from '@mantine/core'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { computeSpotLayout } from '@openspot/core/geo/spot-layout.ts'
import { MAX_SPOTS_AT_ONCE } from '@openspot/core/spots/labels.ts'
import Link from 'next/link'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { CountField } from '@/ui/count-field.tsx'
import { FieldRow, Panel } from '@/ui/panel.tsx'
import { EmptyState, Note } from '@/ui/states.tsx'
import { DrawnSpots } from './drawn-spots.tsx'

/** Suggests spots that fit in the outline of the lot: how many, where, and with which labels. */
export function AddFromOutline({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const answer = useApiQuery(getLotRoute, { params: { lot_id: lot.id } }, { client: 'admin', fresh: true })
  const boundary = answer.data?.boundary ?? null
  const layout = useMemo(
    () => (boundary ? computeSpotLayout({ type: 'Polygon', coordinates: boundary }) : null),
    [boundary],
  )
  const [prefix, setPrefix] = useState('')
  const [count, setCount] = useState<number | null>(null)
  if (!answer.data) return <div aria-busy={answer.isPending} />
  if (!layout) {
    return (
      <EmptyState
        title={t('lotSpots.drawn.noOutline')}
        text={t('lotSpots.drawn.noOutlineText')}
        action={
          <Button component={Link} href={`/lots/${lot.id}/settings`}>
            {t('lotSpots.drawn.toOutline')}
          </Button>
        }
      />
    )
  }
  if (!layout.ok) return <Note title={t('lotSpots.drawn.noRoom')} />
  const fitting = Math.min(layout.ground_count, MAX_SPOTS_AT_ONCE)
  const spots = layout.spots
    .slice(0, Math.min(count ?? fitting, fitting))
    .flatMap(({ label, ring }) => (ring ? [{ label: `${prefix.trim()}${label}`, shape: ring }] : []))
  return (
    <Panel
      title={t('lotSpots.drawn.title', { count: fitting })}
      text={t('lotSpots.drawn.text', { area: layout.area_m2 })}
    >
      <div className={css.form}>
        <FieldRow>
          <CountField
            label={t('lotSpots.drawn.count')}
            unit={t('lotSpots.drawn.spots')}
            min={1}
            max={fitting}
            value={count ?? fitting}
            error={null}
            onChange={setCount}
          />
          <TextInput
            label={t('lotSpots.drawn.prefix')}
            maxLength={10}
            value={prefix}
            onChange={(event) => setPrefix(event.currentTarget.value)}
          />
        </FieldRow>
        <DrawnSpots lot={lot} spots={spots} />
      </div>
    </Panel>
  )
}

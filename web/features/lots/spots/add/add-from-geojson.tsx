'use client'
import { FileInput } from '@mantine/core'
import { readSpotFeatures, type SpotFeature } from '@openspot/core/maps/read-spot-features.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { DrawnSpots } from './drawn-spots.tsx'

const MAX_SHOWN = 200

const columns = (t: Translate): Column<SpotFeature>[] => [
  { key: 'number', head: t('lotSpots.geojson.number'), cell: ({ number }) => number, isFigure: true },
  { key: 'label', head: t('lotSpots.table.columns.label'), cell: ({ label }) => label },
  {
    key: 'wrong',
    head: t('lotSpots.table.columns.wrong'),
    isText: true,
    cell: ({ faults }) => (
      <span className={css.bad}>
        {faults.map((fault) => t(`lotSpots.geojson.faults.${fault}`)).join(' ')}
      </span>
    ),
  },
]

/** Adds spots with their outlines from a GeoJSON file: what is wrong with it is listed first, and nothing is added meanwhile. */
export function AddFromGeoJson({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [features, setFeatures] = useState<SpotFeature[] | null>(null)
  const [isUnread, setUnread] = useState(false)
  const choose = async (file: File | null) => {
    const read = file ? readSpotFeatures(await file.text()) : null
    setFeatures(read)
    setUnread(file !== null && read === null)
  }
  const wrong = features?.filter(({ faults }) => faults.length > 0) ?? []
  const spots = (features ?? []).flatMap(({ label, shape }) => (shape ? [{ label, shape }] : []))
  return (
    <Panel title={t('lotSpots.ways.geojson')} text={t('lotSpots.geojson.text')}>
      <div className={css.form}>
        <FileInput
          label={t('lotSpots.geojson.file')}
          placeholder={t('lotSpots.table.choose')}
          accept=".geojson,.json,application/geo+json,application/json"
          clearable
          clearButtonProps={{ 'aria-label': t('common.removeFile') }}
          error={isUnread ? t('lotSpots.geojson.unread') : null}
          onChange={(file) => void choose(file)}
        />
        {features && wrong.length > 0 ? (
          <>
            <Note title={t('lotSpots.geojson.refused', { refused: wrong.length, count: features.length })} />
            <DataTable
              label={t('lotSpots.table.rows')}
              columns={columns(t)}
              rows={wrong.slice(0, MAX_SHOWN)}
              keyOf={({ number }) => String(number)}
            />
          </>
        ) : null}
        {features && wrong.length === 0 ? <DrawnSpots lot={lot} spots={spots} /> : null}
      </div>
    </Panel>
  )
}

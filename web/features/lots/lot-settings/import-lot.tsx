'use client'
import { Button, FileInput, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Input } from '@openspot/contract/call.ts'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { importLotRoute } from '@openspot/contract/lots/lot-export.ts'
import { MAX_FILE_CHARACTERS } from '@openspot/contract/lots/lot-files.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveCsv } from '@/lib/csv.ts'
import { tableText } from '@/lib/table-text.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { FeatureOfFile } from './feature-of-file.tsx'

type LotDocument = Input<typeof importLotRoute>['body']['document']

/** A table of two lots, with the columns that most people have. */
const example = [
  ['name', 'latitude', 'longitude', 'spots', 'street', 'postal_code', 'opening_hours', 'hour', 'daily_max'],
  [
    'North Lot',
    '41.8925',
    '-87.6347',
    '40',
    '100 W Example St',
    '60654',
    'Mo-Fr 06:00-22:00',
    '4.00',
    '18.00',
  ],
  ['South Lot', '41.8759', '-87.6310', '~25', '200 S Example Ave', '60604', '24/7', '3.50', '15.00'],
]

/** Creates a lot from another lot's exported file, from one feature of a map file, or from one row of a table. */
export function ImportLot() {
  const t = useTranslations()
  const router = useRouter()
  const [document, setDocument] = useState<LotDocument | null>(null)
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  /** A file that is no export: the server reads its text. The number is another one for each choice, also of the same file. */
  const [map, setMap] = useState<{ text: string; nth: number } | null>(null)
  const send = useApiMutation(importLotRoute, { client: 'admin', refresh: [listMyMembershipsRoute] })
  const choose = async (file: File | null) => {
    send.reset()
    const text = file ? await tableText(file) : null
    const read = text === null ? null : readDocument(text)
    const isLarge = text !== null && text.length > MAX_FILE_CHARACTERS
    const isMap = text !== null && read === null && !isLarge
    take(read)
    setMap((before) => (isMap ? { text, nth: (before?.nth ?? 0) + 1 } : null))
    if (read === null && isLarge) setFault(t('lotSettings.add.tooLarge', { max: MAX_FILE_CHARACTERS }))
  }
  const take = (read: LotDocument | null) => {
    setFault(null)
    setDocument(read)
    setName(read?.details.name ?? '')
  }
  const go = () => {
    if (!document) return
    send.mutate(
      { body: { document, name: name.trim() } },
      {
        onSuccess: ({ lot, people_left_out, signs, signs_left_out, redirects_left_out }) => {
          const leftToDo = [
            people_left_out > 0 ? t('lotSettings.add.leftOut', { count: people_left_out }) : null,
            signs > 0 ? t('lotSettings.add.signs', { count: signs }) : null,
            signs_left_out > 0 ? t('lotSettings.add.signsLeftOut', { count: signs_left_out }) : null,
            redirects_left_out > 0
              ? t('lotSettings.add.redirectsLeftOut', { count: redirects_left_out })
              : null,
          ]
          // A message remains until the person closes it.
          for (const message of leftToDo) if (message) notifications.show({ message, autoClose: false })
          // An export is complete; of a map, much is still missing.
          router.push(`/lots/${lot.id}/${map === null ? 'settings' : 'setup'}`)
        },
      },
    )
  }
  return (
    <Panel
      title={t('lotSettings.add.fromFile')}
      text={t('lotSettings.add.fromFileText')}
      action={
        <Button variant="default" size="sm" onClick={() => saveCsv('lots example', example)}>
          {t('lotSettings.add.example')}
        </Button>
      }
    >
      <Fields>
        {send.error ? (
          <Note tone="bad" title={send.error.message}>
            {send.error.body.field}
          </Note>
        ) : null}
        <FileInput
          label={t('lotSettings.add.file')}
          placeholder={t('lotSettings.add.choose')}
          accept=".json,.geojson,.csv,.tsv,.txt,application/json,application/geo+json,text/csv"
          clearable
          clearButtonProps={{ 'aria-label': t('common.removeFile') }}
          error={fault}
          onChange={(file) => void choose(file)}
        />
        {map ? <FeatureOfFile key={map.nth} text={map.text} onRead={take} onFault={setFault} /> : null}
        {document ? (
          <>
            <p>
              {t('lotSettings.add.read', {
                name: document.details.name,
                spots: document.spots.length,
                zones: document.zones.length,
              })}
              {document.pictures_left_out
                ? ` ${t('lotSettings.add.picturesLeftOut', { count: document.pictures_left_out })}`
                : null}
            </p>
            <TextInput
              label={t('lotSettings.add.other')}
              maxLength={120}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </>
        ) : null}
        <Buttons>
          <GatedButton
            variant="default"
            loading={send.isPending}
            why={!document || name.trim() === '' ? t('common.why.fill') : null}
            onClick={go}
          >
            {t('lotSettings.add.fromFile')}
          </GatedButton>
        </Buttons>
      </Fields>
    </Panel>
  )
}

/** Returns what can be previewed of a file before the server validates it; null for any other file. */
function readDocument(text: string): LotDocument | null {
  try {
    const value: unknown = JSON.parse(text)
    return isDocument(value) ? value : null
  } catch {
    return null
  }
}

function isDocument(value: unknown): value is LotDocument {
  if (typeof value !== 'object' || value === null || !('format' in value)) return false
  if (value.format !== 'openspot-lot' || !('details' in value) || !('spots' in value) || !('zones' in value))
    return false
  return typeof value.details === 'object' && Array.isArray(value.spots) && Array.isArray(value.zones)
}

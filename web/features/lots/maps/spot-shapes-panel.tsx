'use client'
import { Button, FileButton } from '@mantine/core'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import type { Input } from '@openspot/contract/call.ts'
import { getSpotShapesRoute, importSpotShapesRoute } from '@openspot/contract/lots/maps.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'

const MAX_NAMED = 6

/** Exports and imports the stalls' ground shapes as GeoJSON. */
export function SpotShapesPanel({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const read = useApiMutation(getSpotShapesRoute, { client: 'admin' })
  const write = useApiMutation(importSpotShapesRoute, { client: 'admin', refresh: [listMonitorSpotsRoute] })
  const [isText, setIsText] = useState(true)
  const save = () =>
    read.mutate(
      { params },
      {
        onSuccess: (shapes) =>
          saveFile(
            new File([JSON.stringify(shapes)], `${lot.name}.geojson`, { type: 'application/geo+json' }),
          ),
      },
    )
  const load = async (file: File | null) => {
    if (!file) return
    const body = readJson(await file.text())
    setIsText(body !== null)
    // The server validates the content field by field.
    if (body !== null) write.mutate({ params, body })
  }
  const done = write.data
  const error = read.error ?? write.error
  return (
    <Panel title={t('maps.ground.title')} text={t('maps.ground.text')}>
      {isText ? null : <Note tone="bad" title={t('maps.ground.notJson')} />}
      {error && isText ? <Note tone="bad" title={error.message} /> : null}
      {done && isText ? (
        <Note
          tone="good"
          title={t('maps.ground.loaded', { changed: done.changed, unchanged: done.unchanged })}
        >
          {done.unknown_labels.length > 0 ? (
            <p>
              {t('maps.ground.unknown', {
                labels: done.unknown_labels.slice(0, MAX_NAMED).join(t('common.comma')),
                more: Math.max(0, done.unknown_labels.length - MAX_NAMED),
              })}
            </p>
          ) : null}
        </Note>
      ) : null}
      <Buttons>
        <Button variant="default" loading={read.isPending} onClick={save}>
          {t('maps.ground.save')}
        </Button>
        <FileButton accept=".geojson,.json,application/geo+json" onChange={(file) => void load(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={write.isPending}>
              {t('maps.ground.load')}
            </Button>
          )}
        </FileButton>
      </Buttons>
    </Panel>
  )
}

function readJson(text: string): Input<typeof importSpotShapesRoute>['body'] | null {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null
      ? (read as Input<typeof importSpotShapesRoute>['body'])
      : null
  } catch {
    return null
  }
}

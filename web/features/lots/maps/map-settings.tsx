'use client'
import { Button, FileButton, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { uploadMapImageRoute } from '@openspot/contract/lots/files.ts'
import { deleteMapRoute, type LotMap, listMapsRoute } from '@openspot/contract/lots/maps.ts'
import { pictureTypes } from '@openspot/core/files/limits.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { pictureForm } from '@/lib/picture-form.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { CountField } from '@/ui/count-field.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import type { Action, Draft } from './editor-state.ts'
import { mapsPath } from './map-paths.ts'

/** Name, position, and picture of a map, and its deletion. */
export function MapSettings({
  lot,
  map,
  draft,
  act,
}: {
  lot: ConsoleLot
  map: LotMap
  draft: Draft
  act: (action: Action) => void
}) {
  const t = useTranslations()
  const router = useRouter()
  const [isConfirming, setIsConfirming] = useState(false)
  const upload = useApiMutation(uploadMapImageRoute, { client: 'admin' })
  const remove = useApiMutation(deleteMapRoute, { client: 'admin', refresh: [listMapsRoute] })
  const change = (part: Partial<Draft>) => act({ do: 'change', draft: { ...draft, ...part } })
  const exchange = async (file: File | null) => {
    if (!file) return
    upload.mutate(
      { params: { lot_id: lot.id }, body: await pictureForm(file) },
      { onSuccess: (picture) => change(fitted(draft, picture)) },
    )
  }
  return (
    <Panel title={t('maps.editor.settings')}>
      <TextInput
        label={t('maps.editor.name')}
        size="md"
        maxLength={60}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <CountField
        label={t('maps.editor.position')}
        min={1}
        max={100}
        value={draft.position}
        onChange={(position) => change({ position: Math.max(1, position ?? 1) })}
      />
      {upload.error ? <Note tone="bad" title={upload.error.message} /> : null}
      <Buttons>
        <FileButton accept={pictureTypes.join(',')} onChange={(file) => void exchange(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {t('maps.editor.picture')}
            </Button>
          )}
        </FileButton>
        <Button variant="default" color="red" onClick={() => setIsConfirming(true)}>
          {t('maps.editor.remove')}
        </Button>
      </Buttons>
      <ConfirmDialog
        title={t('maps.editor.removeTitle', { name: map.name })}
        text={t('maps.editor.removeText')}
        opened={isConfirming}
        isBusy={remove.isPending}
        error={remove.error}
        yes={t('maps.editor.remove')}
        no={t('maps.editor.keep')}
        onClose={() => setIsConfirming(false)}
        onYes={() =>
          remove.mutate(
            { params: { map_id: map.id } },
            {
              onSuccess: () => {
                notifications.show({ message: t('maps.editor.removed', { name: map.name }) })
                router.push(mapsPath(lot.id))
              },
            },
          )
        }
      />
    </Panel>
  )
}

/** Returns the map on another picture; spots are scaled to keep their relative positions. */
function fitted(
  draft: Draft,
  picture: { id: string; url: string; width: number; height: number },
): Partial<Draft> {
  const [across, down] = [picture.width / draft.width, picture.height / draft.height]
  return {
    picture: { id: picture.id, url: picture.url },
    width: picture.width,
    height: picture.height,
    spots: draft.spots.map((spot) => ({
      ...spot,
      x: spot.x * across,
      y: spot.y * down,
      width: Math.max(1, spot.width * across),
      height: Math.max(1, spot.height * across),
    })),
  }
}

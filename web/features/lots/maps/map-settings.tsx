'use client'
import { Button, FileButton, Slider, Switch, TextInput } from '@mantine/core'
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
import { percentText } from '@/ui/figures.ts'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import type { Action, Draft } from './editor-state.ts'
import { mapsPath } from './map-paths.ts'
import css from './maps.module.css'

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
      {draft.picture ? (
        <>
          <div className={css.slider}>
            <span>{t('maps.editor.opacity')}</span>
            <Slider
              min={10}
              max={100}
              step={5}
              value={draft.picture_opacity_percent}
              label={(value) => percentText(t, value * 100)}
              thumbLabel={t('maps.editor.opacity')}
              onChange={(picture_opacity_percent) => act({ do: 'fade', picture_opacity_percent })}
              onChangeEnd={() => act({ do: 'drop' })}
            />
          </div>
          <Switch
            label={t('maps.editor.showsPicture')}
            description={t('maps.editor.showsPictureText')}
            checked={draft.shows_picture}
            onChange={(event) => change({ shows_picture: event.currentTarget.checked })}
          />
        </>
      ) : null}
      {upload.error ? <Note tone="bad" title={upload.error.message} /> : null}
      <Buttons>
        <FileButton accept={pictureTypes.join(',')} onChange={(file) => void exchange(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              {draft.picture ? t('maps.editor.picture') : t('maps.editor.addPicture')}
            </Button>
          )}
        </FileButton>
        {draft.picture ? (
          <Button variant="default" onClick={() => change({ picture: null })}>
            {t('maps.editor.removePicture')}
          </Button>
        ) : null}
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

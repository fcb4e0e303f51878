'use client'
import { notifications } from '@mantine/notifications'
import type { CallError } from '@openspot/contract/call.ts'
import {
  addLotPhotoRoute,
  type LotPhotos,
  listLotPhotosRoute,
  replaceLotPhotosRoute,
} from '@openspot/contract/lots/lot-photos.ts'
import { getLotSetupRoute } from '@openspot/contract/lots/lot-setup.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { pictureForm } from '@/lib/picture-form.ts'
import { reloadQueries } from '@/lib/reload-queries.ts'
import { keyOf, useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useUndo } from '@/ui/undo/use-undo.tsx'
import { type SavedPhoto, savedPhoto, withRestored } from './photo-order.ts'

/** The photos of a lot and what its staff do with them. Every change is saved at once. */
export function useLotPhotos(lot_id: string) {
  const t = useTranslations()
  const queries = useQueryClient()
  const undo = useUndo()
  const params = { lot_id }
  const key = keyOf(listLotPhotosRoute, { params })
  const answer = useApiQuery(listLotPhotosRoute, { params }, { client: 'admin' })
  const put = useApiMutation(replaceLotPhotosRoute, { client: 'admin' })
  const [uploading, setUploading] = useState(0)
  const [failed, setFailed] = useState<string | null>(null)
  const photos = answer.data?.photos ?? []
  const known = (next: LotPhotos) => {
    queries.setQueryData(key, next)
    // Photos are a step of the setup, which the bar above the page shows.
    void reloadQueries(queries, [getLotSetupRoute])
  }

  const save = (next: readonly SavedPhoto[], onDone: () => void = () => {}) => {
    if (!answer.data) return
    put.mutate(
      { params, body: { photos: next.map(savedPhoto), version: answer.data.version } },
      {
        onSuccess: (saved) => {
          known(saved)
          onDone()
        },
        onError: () => void answer.refetch(),
      },
    )
  }

  const add = async (files: File[]) => {
    setFailed(null)
    setUploading(files.length)
    let added = 0
    try {
      // One after another, so that they are in the order in which they were chosen.
      for (const file of files) {
        known(await callApi(addLotPhotoRoute, { params, body: await pictureForm(file) }, { client: 'admin' }))
        added += 1
        setUploading(files.length - added)
      }
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error))
    } finally {
      setUploading(0)
    }
    if (added > 0) notifications.show({ message: t('lotPhotos.added', { count: added }) })
  }

  const restore = async (photo: SavedPhoto, at: number) => {
    const now = await callApi(listLotPhotosRoute, { params }, { client: 'admin' })
    const body = { photos: withRestored(now.photos, photo, at), version: now.version }
    known(await callApi(replaceLotPhotosRoute, { params, body }, { client: 'admin' }))
  }

  const remove = (photo: SavedPhoto) => {
    const at = photos.findIndex(({ id }) => id === photo.id)
    save(
      photos.filter(({ id }) => id !== photo.id),
      () => undo.done(t('lotPhotos.deleted'), () => restore(photo, at)),
    )
  }

  const error: CallError | null = put.error
  return {
    answer,
    photos,
    save,
    add,
    remove,
    uploading,
    fault: failed ?? error?.message ?? null,
    isBusy: put.isPending,
  }
}

'use client'
import { uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import type { PhotoUpload } from './photo-field.tsx'

/** Uploads photos of a report or a fine in a lot. */
export function useLotPhoto(lot_id: string): PhotoUpload {
  const { mutate, isPending, error } = useApiMutation(uploadPhotoRoute)
  return {
    send: (body, onStored) => mutate({ params: { lot_id }, body }, { onSuccess: onStored }),
    isBusy: isPending,
    error: error?.message ?? null,
  }
}

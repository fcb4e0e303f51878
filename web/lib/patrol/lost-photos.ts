import type { DevicePhoto, PatrolAction } from './action.ts'

/** Whether the device still has a photo. A browser that is short of space may drop what it stored, and reading then fails. */
async function isReadable({ blob }: DevicePhoto): Promise<boolean> {
  if (!(blob instanceof Blob) || blob.size === 0) return false
  try {
    return (await blob.arrayBuffer()).byteLength === blob.size
  } catch {
    return false
  }
}

/**
 * Returns an action without the photos that this device lost, because they could neither be sent nor saved again. If the server
 * doesn't have one of them, a person must decide; nothing was sent then, as all photos go before their fine.
 */
export async function withoutLostPhotos(action: PatrolAction): Promise<PatrolAction> {
  if (action.kind !== 'FINE') return action
  const readable = await Promise.all(action.photos.map(isReadable))
  if (!readable.includes(false)) return action
  const photos = action.photos.flatMap((photo, index) => {
    if (readable[index]) return [photo]
    return photo.photo_id === null ? [] : [{ ...photo, blob: null }]
  })
  if (photos.length === action.photos.length) return { ...action, photos }
  const problem = { code: 'photos_lost', message: '', right: null, similar: [], fine_id: null }
  return { ...action, photos, state: 'ATTENTION', problem }
}

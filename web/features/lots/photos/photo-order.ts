import type { LotPhoto } from '@openspot/contract/lot-facts.ts'

/** What is saved about a photo: the list is the order. */
export type SavedPhoto = Pick<LotPhoto, 'id' | 'caption' | 'is_entrance'>

export const savedPhoto = ({ id, caption, is_entrance }: SavedPhoto): SavedPhoto => ({
  id,
  caption,
  is_entrance,
})

/** Moves one entry of a list to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  const one = list.slice(from, from + 1)
  return [...rest.slice(0, to), ...one, ...rest.slice(to)]
}

/** Marks one photo as that of the entrance, or none. */
export const withEntrance = (photos: readonly SavedPhoto[], id: string, is_entrance: boolean): SavedPhoto[] =>
  photos.map((photo) => ({
    ...savedPhoto(photo),
    is_entrance: photo.id === id ? is_entrance : photo.is_entrance && !is_entrance,
  }))

/** Puts a deleted photo back at its place. Another may have become the photo of the entrance in the meantime. */
export function withRestored(photos: readonly SavedPhoto[], photo: SavedPhoto, at: number): SavedPhoto[] {
  const rest = photos.filter(({ id }) => id !== photo.id).map(savedPhoto)
  const is_entrance = photo.is_entrance && rest.every((one) => !one.is_entrance)
  return [...rest.slice(0, at), { ...savedPhoto(photo), is_entrance }, ...rest.slice(at)]
}

import { address } from '@openspot/contract/call.ts'
import type { LotPhoto } from '@openspot/contract/lot-facts.ts'
import { getFileRoute, getLogoRoute, type Picture } from '@openspot/contract/lots/files.ts'
import { getLotPhotoRoute, type PhotoSize } from '@openspot/contract/lots/lot-photos.ts'

/** Maps a row to the contract's picture. */
export const pictureOf = ({ id, width, height }: Omit<Picture, 'url'>): Picture => ({
  id,
  url: address(getFileRoute, { file_id: id }),
  width,
  height,
})

/** Returns the URL of a lot's logo, for anyone with the lot's public id. */
export const logoUrl = (public_id: string, file_id: string): string =>
  address(getLogoRoute, { public_id, file_id })

/** Returns the URL of a lot's photo, for anyone with the lot's public id. */
export const photoUrl = (public_id: string, lot_photo_id: string, size: PhotoSize): string =>
  address(getLotPhotoRoute, { public_id, lot_photo_id, size })

/** Returns the URL of the small picture of a lot's first photo, or null without photos. */
export const coverUrl = ({
  public_id,
  photo_ids: [cover],
}: {
  public_id: string
  photo_ids: readonly string[]
}): string | null => (cover === undefined ? null : photoUrl(public_id, cover, 'thumbnail'))

/** A photo as it is stored, without its bytes. */
export type PhotoRow = Pick<LotPhoto, 'id' | 'caption' | 'width' | 'height'>

/** Maps a row to the contract's photo. */
export const lotPhoto = (
  { public_id, entrance_photo_id }: { public_id: string; entrance_photo_id: string | null },
  { id, caption, width, height }: PhotoRow,
): LotPhoto => ({
  id,
  url: photoUrl(public_id, id, 'large'),
  thumbnail_url: photoUrl(public_id, id, 'thumbnail'),
  width,
  height,
  caption,
  is_entrance: id === entrance_photo_id,
})

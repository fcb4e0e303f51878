import { address } from '@openspot/contract/call.ts'
import { getFileRoute, getLogoRoute, type Picture } from '@openspot/contract/lots/files.ts'

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

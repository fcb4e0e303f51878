import { address } from '@openspot/contract/call.ts'
import { getFile, getLogo, type Picture } from '@openspot/contract/files.ts'

/** A picture as the contract shows it. */
export const pictureOf = ({ id, width, height }: Omit<Picture, 'url'>): Picture => ({
  id,
  url: address(getFile, { file_id: id }),
  width,
  height,
})

/** Where the logo of a lot is, for whoever has its public id. */
export const logoUrl = (public_id: string, file_id: string): string =>
  address(getLogo, { public_id, file_id })

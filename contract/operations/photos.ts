import { Type } from 'typebox'
import { FileAnswer, Id, LotParams } from '../common.ts'
import { Picture, PictureUpload } from '../lots/files.ts'
import { route } from '../route.ts'

/** A private picture taken on the lot, for its uploader and the staff. */
export const Photo = Picture
export type Photo = Picture

export const uploadPhotoRoute = route({
  method: 'POST',
  url: '/api/v2/photos/lots/:lot_id',
  config: {
    access: ['resource_owner', 'member', 'patroller', 'admin', 'super_admin'],
    errors: ['picture_not_usable', 'photo_limit'],
    subject: { kind: 'visited_lot', in: 'params', name: 'lot_id' },
    limit: { max: 60, minutes: 60, per: 'person' },
    weight: 50,
  },
  schema: {
    summary: 'Upload a photo for a report. A photo that is used for nothing is deleted after a day',
    tags: ['photos'],
    params: LotParams,
    body: PictureUpload,
    response: { 201: Photo },
  },
})

export const getPhotoRoute = route({
  method: 'GET',
  url: '/api/v2/photos/:photo_id',
  config: {
    access: ['resource_owner', 'patroller', 'admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'photo', in: 'params', name: 'photo_id' },
    limit: { max: 3000, minutes: 5 },
  },
  schema: {
    summary: 'Get a photo, for its uploader and the staff of the lot',
    tags: ['photos'],
    params: Type.Object({ photo_id: Id }),
    response: { 200: FileAnswer('image/webp', 'The photo.') },
  },
})

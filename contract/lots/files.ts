import { type Static, Type } from 'typebox'
import { FileAnswer, Id, LotParams, NoContent, Upload } from '../common.ts'
import { grants, route } from '../route.ts'

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
/** The form of every call that receives a picture. */
export const PictureUpload = Upload(
  'image',
  'A PNG, JPEG, or WebP of at most 5 MB and 25 megapixels. It is rotated upright, resized if it is very large, and stored without its metadata.',
)

/** A stored picture. */
export const Picture = Type.Object({
  id: Id,
  url: Type.String({ description: 'The path of the picture on this site.' }),
  width: Type.Integer({ description: 'In pixels.' }),
  height: Type.Integer(),
})
export type Picture = Static<typeof Picture>

export const setLogoRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/set-logo',
  config: {
    access: admins,
    errors: ['picture_not_usable', 'picture_quota_full'],
    subject: lot,
    limit: { max: 60, minutes: 60 },
    weight: 50,
  },
  schema: {
    summary: 'Set the logo of a lot',
    tags: ['lots'],
    params: LotParams,
    body: PictureUpload,
    response: { 200: Picture },
  },
})

export const deleteLogoRoute = route({
  method: 'DELETE',
  url: '/api/v1/lots/:lot_id/set-logo',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'Delete the logo of a lot',
    tags: ['lots'],
    params: LotParams,
    response: { 204: NoContent },
  },
})

export const getLogoRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:public_id/logo/:file_id',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 3000, minutes: 5 } },
  schema: {
    summary: 'Get the logo of a lot by its public ID',
    tags: ['lots'],
    params: Type.Object({ public_id: Type.String({ minLength: 10, maxLength: 60 }), file_id: Id }),
    response: { 200: FileAnswer('image/webp', 'The picture.') },
  },
})

export const uploadMapImageRoute = route({
  method: 'POST',
  url: '/api/v1/maps/upload_image/lot/:lot_id',
  config: {
    access: admins,
    errors: ['picture_not_usable', 'picture_quota_full'],
    subject: lot,
    limit: { max: 60, minutes: 60 },
    weight: 50,
  },
  schema: {
    summary: 'Upload a picture for a map. A picture that no map uses is deleted after a day',
    tags: ['maps'],
    params: LotParams,
    body: PictureUpload,
    response: { 201: Picture },
  },
})

export const getFileRoute = route({
  method: 'GET',
  url: '/api/v1/files/:file_id',
  config: {
    access: grants.lotReaders,
    errors: [],
    subject: { kind: 'file', in: 'params', name: 'file_id' },
    limit: { max: 3000, minutes: 5 },
  },
  schema: {
    summary: 'Get a picture of a lot, for those who can see the lot',
    tags: ['maps'],
    params: Type.Object({ file_id: Id }),
    response: { 200: FileAnswer('image/webp', 'The picture.') },
  },
})

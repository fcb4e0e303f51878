import { Type } from 'typebox'
import { FileAnswer, Id } from '../common.ts'
import { route } from '../route.ts'

const config = {
  access: ['admin', 'super_admin', 'platform_admin'],
  errors: [],
  subject: { kind: 'lot', in: 'querystring', name: 'lot_id' },
  csrf_protected: true,
  limit: { max: 300, minutes: 5 },
} as const
const Target = {
  lot_id: Id,
  url: Type.String({
    minLength: 1,
    maxLength: 300,
    description:
      'A page on this site, as a URL or a path: /l/{public_id} (with spot_id or gate_id), /l/{public_id}/check, /l/{public_id}/cameras, /book/{public_id} (with spot_id), /v/{public_option_id}. It must be a page of this lot. An existing short link of this lot, /q/{code}, stays as it is.',
  }),
}
const Size = Type.Optional(
  Type.Integer({ minimum: 100, maximum: 2000, default: 600, description: 'Width and height in pixels.' }),
)

export const minifyRoute = route({
  method: 'GET',
  url: '/api/v1/qr/minify',
  config,
  schema: {
    summary: 'Create or get the short link to a page of a lot. The same page has the same link',
    tags: ['qr'],
    querystring: Type.Object(Target),
    response: {
      200: Type.Object({
        code: Type.String(),
        short_url: Type.String(),
        path: Type.String({ description: 'The page that it leads to.' }),
      }),
    },
  },
})

export const minifyQrPngRoute = route({
  method: 'GET',
  url: '/api/v1/qr/minify-qr/png',
  config,
  schema: {
    summary: 'Get the QR code of a short link for the screen',
    tags: ['qr'],
    querystring: Type.Object({ ...Target, size: Size }),
    response: { 200: FileAnswer('image/png', 'The QR code.') },
  },
})

export const minifyQrSvgRoute = route({
  method: 'GET',
  url: '/api/v1/qr/minify-qr/svg',
  config,
  schema: {
    summary: 'Get the QR code of a short link for printing',
    tags: ['qr'],
    querystring: Type.Object({ ...Target, size: Size }),
    response: { 200: FileAnswer('image/svg+xml', 'The QR code.') },
  },
})

export const scanShortLinkRoute = route({
  method: 'POST',
  url: '/api/v1/qr/links/:code/scan',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 600, minutes: 5 } },
  schema: {
    summary: 'Open a short link. Counts the scan and returns its page',
    tags: ['qr'],
    params: Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
    response: { 200: Type.Object({ path: Type.String() }) },
  },
})

import { pageKinds } from '@openspot/core/links/pages.ts'
import { type Static, Type } from 'typebox'
import {
  FileAnswer,
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { route } from '../route.ts'

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const subject = { kind: 'sign', in: 'params', name: 'sign_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const SignParams = Type.Object({ sign_id: Id })

/** A sign posted in the lot, with its own QR code. */
export const Sign = Type.Object({
  id: Id,
  lot_id: Id,
  place: Type.String({ description: 'Its location, for example "Entrance, Wells Street".' }),
  leads_to: StringEnum(pageKinds),
  spot_label: Nullable(Type.String()),
  short_url: Type.String({ description: 'The text on the print.' }),
  is_outdated: Type.Boolean({
    description:
      'Whether the print has a previous public ID of the lot. Print it again, and mark it as replaced.',
  }),
  hung_at: Instant,
  scans: Type.Integer({ description: 'All scans of this sign.' }),
  scans_30_days: Type.Integer(),
  outdated_scans: Type.Integer({ description: 'Scans since its print became outdated.' }),
  last_scanned_on: Nullable(Type.String({ format: 'date' })),
})
export type Sign = Static<typeof Sign>

export const listSignsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/signs',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary:
      'List the signs of a lot with their location, page, and scans, and whether they must be replaced',
    tags: ['signs'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(Sign) }) },
  },
})

export const createSignRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/signs',
  config: { access: admins, errors: ['name_taken', 'sign_limit'], subject: lot },
  schema: {
    summary: 'Create a sign that leads to a page of the lot',
    tags: ['signs'],
    params: LotParams,
    body: StrictObject({
      place: Type.String({ minLength: 1, maxLength: 80 }),
      url: Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'A page of this lot, as for short links.',
      }),
    }),
    response: { 201: Sign },
  },
})

export const replaceSignRoute = route({
  method: 'POST',
  url: '/api/v1/signs/:sign_id/replace',
  config: { access: admins, errors: [], subject },
  schema: {
    summary: 'Mark the print of a sign as replaced. The new one has the current public ID',
    tags: ['signs'],
    params: SignParams,
    response: { 200: Sign },
  },
})

export const takeDownSignRoute = route({
  method: 'DELETE',
  url: '/api/v1/signs/:sign_id',
  config: { access: admins, errors: [], subject },
  schema: {
    summary: 'Mark a sign as removed. Its link still works',
    tags: ['signs'],
    params: SignParams,
    response: { 204: NoContent },
  },
})

export const getSignScansRoute = route({
  method: 'GET',
  url: '/api/v1/signs/:sign_id/scans',
  config: { access: admins, errors: [], subject },
  schema: {
    summary: 'List the scans of a sign for each of the last 90 days that had any',
    tags: ['signs'],
    params: SignParams,
    response: {
      200: Type.Object({
        items: Type.Array(
          Type.Object({
            scanned_on: Type.String({ format: 'date' }),
            scans: Type.Integer(),
            outdated_scans: Type.Integer(),
          }),
        ),
      }),
    },
  },
})

export const signLayouts = ['ONE', 'EIGHT'] as const
export const getSignSheetRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/signs/sheet',
  config: {
    access: admins,
    errors: ['no_signs'],
    subject: lot,
    csrf_protected: true,
    limit: { max: 120, minutes: 5 },
    weight: 20,
  },
  schema: {
    summary: 'Get signs for printing with the current public ID, one or eight to a page',
    tags: ['signs'],
    params: LotParams,
    querystring: Type.Object({
      layout: StringEnum(signLayouts),
      sign_ids: Type.Optional(
        Type.String({
          pattern: '^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$',
          description: 'With commas between; without it all of the lot.',
        }),
      ),
    }),
    response: { 200: FileAnswer('application/pdf', 'The PDF.') },
  },
})

import { type Static, Type } from 'typebox'
import { Id, Instant, LotParams, Nullable, StrictObject } from '../common.ts'
import { route } from '../route.ts'

const subject = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const PublicId = Type.String({ pattern: '^[A-Za-z0-9]{22,40}$' })

/** A previous public ID of a lot. */
export const PreviousPublicId = Type.Object({
  public_id: PublicId,
  replaced_at: Instant,
  replaced_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  leads_until: Type.String({ format: 'date-time', description: 'Until then it redirects to the lot.' }),
  still_leads: Type.Boolean(),
})
export type PreviousPublicId = Static<typeof PreviousPublicId>

const PublicIds = Type.Object({
  public_id: PublicId,
  previous: Type.Array(PreviousPublicId, { description: 'Newest first, at most 100.' }),
})
export type PublicIds = Static<typeof PublicIds>

export const listPublicIdsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/public-ids',
  config: { access: admins, errors: [], subject },
  schema: {
    summary: 'List the current and previous public IDs of a lot',
    tags: ['lots'],
    params: LotParams,
    response: { 200: PublicIds },
  },
})

export const rotatePublicIdRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/rotate-public-id',
  config: { access: admins, errors: ['public_id_changed'], subject, limit: { max: 10, minutes: 60 } },
  schema: {
    summary:
      'Rotate the public ID of a lot. Links and signs with the old one stop working immediately or after some days',
    tags: ['lots'],
    params: LotParams,
    body: StrictObject({
      grace_days: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 90,
          default: 0,
          description: '0 deactivates the old public ID immediately.',
        }),
      ),
      public_id: Type.Optional(
        Type.String({
          maxLength: 40,
          description: 'The current public ID. Fails if it was already replaced.',
        }),
      ),
    }),
    response: { 200: PublicIds },
  },
})

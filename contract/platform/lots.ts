import { lotGaps, lotTrustLevels } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, LotParams, Nullable, Page, PageQuery, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

export const PlatformLot = Type.Object({
  id: Id,
  public_id: Type.String(),
  name: Type.String(),
  street: Nullable(Type.String()),
  city: Nullable(Type.String()),
  region: Nullable(Type.String()),
  country: Type.String(),
  is_private: Type.Boolean(),
  spot_count: Type.Integer(),
  plan_name: Nullable(Type.String()),
  source: Nullable(Type.String({ description: 'The source it was imported from.' })),
  created_at: Instant,
  trust_level: StringEnum(lotTrustLevels),
  trust_reason: Nullable(Type.String({ description: 'Why it has this trust level, as its owners read it.' })),
  trust_decided_at: Nullable(Instant, { description: 'Null: nobody has decided about it yet.' }),
  gaps: Type.Array(StringEnum(lotGaps), {
    description: 'What drivers or its owner still miss: spots, any price, or an account for payouts.',
  }),
  owners: Type.Array(Type.Object({ user_id: Id, name: Type.String(), email: Nullable(Type.String()) })),
})
export type PlatformLot = Static<typeof PlatformLot>

export const listPlatformLotsRoute = route({
  method: 'GET',
  url: '/api/v1/platform/lots',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary:
      'List the lots of the platform with their owners, newest first; with trust_level NEW, the longest wait first',
    tags: ['platform'],
    querystring: Type.Object({
      ...PageQuery,
      search: Type.Optional(
        Type.String({ maxLength: 100, description: 'All or part of a name or address.' }),
      ),
      trust_level: Type.Optional(StringEnum(lotTrustLevels)),
    }),
    response: { 200: Page(PlatformLot) },
  },
})

export const decideLotTrustRoute = route({
  method: 'POST',
  url: '/api/v1/platform/lots/:lot_id/trust',
  config: {
    access: ['platform_admin'],
    errors: ['lot_changed'],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary:
      'Decide whether a lot is trusted, blocked, or reviewed again. Its owners are notified of the decision and the reason',
    tags: ['platform'],
    params: LotParams,
    body: StrictObject({
      trust_level: StringEnum(lotTrustLevels),
      trust_level_before: StringEnum(lotTrustLevels, {
        description: 'The level that was shown; if it has changed, the decision is refused.',
      }),
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    }),
    response: { 200: PlatformLot },
  },
})

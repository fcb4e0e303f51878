import { type Flag, flagSources, flags } from '@openspot/core/flags/catalog.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/** What a platform admin set for one lot. */
export const LotFlag = Type.Object({
  lot_id: Id,
  lot_name: Type.String(),
  is_on: Type.Boolean(),
  reason: Type.String(),
  set_by: Type.String(),
  set_at: Instant,
})
export type LotFlag = Static<typeof LotFlag>

export const FlagState = Type.Object({
  flag: StringEnum(flags as [Flag, ...Flag[]]),
  default: Type.Boolean(),
  owner: StringEnum(['BOOKING', 'MONEY', 'OPERATIONS'] as const, { description: 'Who answers for it.' }),
  environment: Nullable(Type.Boolean({ description: 'What OPENSPOT_FLAGS says. Null: nothing.' })),
  is_on: Type.Boolean({ description: 'The value in effect in lots without a setting of their own.' }),
  source: StringEnum(flagSources, { description: 'Why it has this value.' }),
  lots: Type.Array(LotFlag, { description: 'The lots with a setting of their own.' }),
})
export type FlagState = Static<typeof FlagState>
const Flags = Type.Object({ items: Type.Array(FlagState) })

export const listFlagsRoute = route({
  method: 'GET',
  url: '/api/v1/platform/flags',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary: 'List the feature flags with their values in effect, and why',
    tags: ['platform'],
    response: { 200: Flags },
  },
})

export const setLotFlagRoute = route({
  method: 'PUT',
  url: '/api/v1/platform/lots/:lot_id/flags/:flag',
  config: {
    access: ['platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary: 'Switch a part of the product on or off for a lot, or let it follow the environment again',
    tags: ['platform'],
    params: Type.Object({ lot_id: Id, flag: StringEnum(flags as [Flag, ...Flag[]]) }),
    body: StrictObject({
      is_on: Nullable(Type.Boolean({ description: 'Null: as in the environment.' })),
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    }),
    response: { 200: Flags },
  },
})

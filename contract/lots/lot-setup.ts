import { lotTrustLevels } from '@openspot/core/enums.ts'
import { optionalLotSections } from '@openspot/core/lots/optional-sections.ts'
import { lotSetupSteps } from '@openspot/core/lots/setup.ts'
import { type Static, Type } from 'typebox'
import { Instant, LotParams, Nullable, StringEnum } from '../common.ts'
import { route } from '../route.ts'

export const LotSetup = Type.Object({
  steps: Type.Array(
    Type.Object({
      step: StringEnum(lotSetupSteps),
      is_done: Type.Boolean({ description: 'Derived from the lot.' }),
      is_required: Type.Boolean({
        description: 'Whether drivers cannot book the lot, or its owner is not paid, without it.',
      }),
    }),
    { description: 'In the order in which they are best done.' },
  ),
  is_private: Type.Boolean({ description: 'A private lot is never found by search.' }),
  is_retired: Type.Boolean(),
  trust_level: StringEnum(lotTrustLevels, {
    description: 'NEW: the platform still has to approve the lot before search shows it and it is paid out.',
  }),
  trust_reason: Nullable(Type.String({ description: 'Why the platform decided so.' })),
  trust_decided_at: Nullable(Instant, { description: 'Null: it has not decided yet.' }),
  waiting_since: Nullable(Instant, { description: 'Since when it waits. Null if it does not.' }),
  lots_ahead: Nullable(
    Type.Integer({ description: 'How many lots have waited longer. Null if it does not wait.' }),
  ),
  usual_review_minutes: Nullable(
    Type.Integer({
      description:
        'The median time to the first decision about the last 20 lots. Null with fewer than three decisions.',
    }),
  ),
})
export type LotSetup = Static<typeof LotSetup>

export const getLotSetupRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/setup',
  config: {
    access: ['admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary: 'Get what a lot still lacks before drivers can find and book it, and the state of its review',
    tags: ['lots'],
    params: LotParams,
    response: { 200: LotSetup },
  },
})

export const getUsedSectionsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/used-sections',
  config: {
    access: ['patroller', 'admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary: 'Get which optional sections of the console a lot uses',
    tags: ['lots'],
    params: LotParams,
    response: {
      200: Type.Object({
        sections: Type.Array(StringEnum(optionalLotSections), {
          description: 'Those that the lot has something for, such as a gate or a first fine.',
        }),
      }),
    },
  },
})

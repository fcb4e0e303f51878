import { mergeBlockers } from '@openspot/core/accounts/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'
import { PlatformUser, PlatformUserDetail } from './platform.ts'

const params = Type.Object({ user_id: Id })
const subject = { kind: 'user', in: 'params', name: 'user_id' } as const
const IntoId = Type.String({ format: 'uuid', description: 'The account that is kept.' })

export const MergePreview = Type.Object({
  from: PlatformUser,
  into: PlatformUser,
  moves: Type.Object(
    {
      reservations: Type.Integer(),
      live_reservations: Type.Integer({ description: 'Those of them that have not ended.' }),
      invoices: Type.Integer(),
      vehicles: Type.Integer({ description: 'Without those that both have, which are kept once.' }),
      payment_methods: Type.Integer(),
      memberships: Type.Integer({
        description: 'With those in lots of both, where the higher role is kept.',
      }),
      hosted_spots: Type.Integer({ description: 'Spots that are assigned to them.' }),
      subscriptions: Type.Integer({ description: 'Reservations by the month that have not ended.' }),
      payout_accounts: Type.Integer({
        description: 'The bank account that their earnings are paid to: 0 or 1.',
      }),
    },
    { description: 'How many of each the merged account has, which then belong to the kept one.' },
  ),
  earnings: Type.Array(
    Type.Object({
      currency: Type.String(),
      amount_cents: Type.Integer({ description: 'In the smallest unit. Below zero: owed to the platform.' }),
    }),
    { description: 'What the merged account has earned as a host and was not paid yet, for each currency.' },
  ),
  blockers: Type.Array(StringEnum(mergeBlockers), {
    description: 'Why the accounts can’t be merged. Empty if they can.',
  }),
})
export type MergePreview = Static<typeof MergePreview>

export const previewMergeRoute = route({
  method: 'GET',
  url: '/api/v1/platform/users/:user_id/merge',
  config: { access: ['platform_admin'], subject, errors: [] },
  schema: {
    summary: 'Preview a merge of an account into another one: what moves, and what prevents it',
    tags: ['platform'],
    params,
    querystring: Type.Object({ into_user_id: IntoId }),
    response: { 200: MergePreview },
  },
})

export const mergeUserRoute = route({
  method: 'POST',
  url: '/api/v1/platform/users/:user_id/merge',
  config: {
    access: ['platform_admin'],
    subject,
    errors: ['merge_not_possible', 'recent_sign_in_required', 'second_factor_not_set'],
  },
  schema: {
    summary:
      'Merge an account into another one of the same person. Everything moves, the merged account can’t be used to sign in anymore, and both addresses are notified. It can’t be undone. The caller needs two-step verification and a recent sign-in',
    tags: ['platform'],
    params,
    body: StrictObject({
      into_user_id: IntoId,
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    }),
    response: { 200: PlatformUserDetail },
  },
})

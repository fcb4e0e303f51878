import { type Static, Type } from 'typebox'
import { Id, Instant, NoContent, Nullable, StrictObject } from '../common.ts'
import { route } from '../route.ts'

/** A platform admin sees the product as this user does. Nothing can be changed meanwhile. */
export const AccountView = Type.Object({
  user_id: Id,
  name: Type.String({ description: 'The name of the user, or their address.' }),
  begins_at: Instant,
  ends_at: Type.String({
    format: 'date-time',
    description: 'When it ends by itself, 30 minutes after it began.',
  }),
})
export type AccountView = Static<typeof AccountView>

/**
 * The cookie that tells pages that there is a view, so that they don't ask on every page for everyone. It grants and hides nothing:
 * the session is what reads as the user.
 */
export const viewCookie = 'openspot-view'

export const beginAccountViewRoute = route({
  method: 'POST',
  url: '/api/v1/platform/users/:user_id/view',
  config: {
    access: ['platform_admin'],
    subject: { kind: 'user', in: 'params', name: 'user_id' },
    errors: ['recent_sign_in_required', 'second_factor_not_set', 'view_not_possible'],
    limit: { max: 30, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'See the product as a user does, for at most 30 minutes. Until it ends, this session reads as that user, and every change is refused with `view_only`. The user is notified of it with the reason. The caller needs two-step verification and a recent sign-in. Not possible for other platform admins',
    tags: ['platform'],
    params: Type.Object({ user_id: Id }),
    body: StrictObject({
      reason: Type.String({
        minLength: 1,
        maxLength: 500,
        pattern: '\\S',
        description: 'Why; the user reads it.',
      }),
    }),
    response: { 201: AccountView },
  },
})

export const getAccountViewRoute = route({
  method: 'GET',
  url: '/api/v1/account-view',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Get whether this session sees the product as another user',
    tags: ['platform'],
    response: { 200: Type.Object({ view: Nullable(AccountView) }) },
  },
})

export const endAccountViewRoute = route({
  method: 'POST',
  url: '/api/v1/account-view/end',
  config: { access: ['user'], errors: [], while_viewing: true },
  schema: {
    summary: 'Stop seeing the product as another user. Does nothing if that has ended already',
    tags: ['platform'],
    response: { 204: NoContent },
  },
})

import { Type } from 'typebox'
import { NoContent, StrictObject } from '../common.ts'
import { route } from '../route.ts'
import { PlatformUserDetail } from './platform.ts'

const params = Type.Object({ user_id: Type.String({ format: 'uuid' }) })
const decision = {
  access: ['platform_admin'],
  subject: { kind: 'user', in: 'params', name: 'user_id' },
  errors: ['admin_not_possible', 'last_platform_admin', 'recent_sign_in_required', 'second_factor_not_set'],
} as const
const body = StrictObject({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) })

export const grantAdminRoute = route({
  method: 'POST',
  url: '/api/v1/platform/users/:user_id/grant-admin',
  config: decision,
  schema: {
    summary:
      'Make a user a platform admin. The caller and the user need two-step verification, and the caller a recent sign-in',
    tags: ['platform'],
    params,
    body,
    response: { 200: PlatformUserDetail },
  },
})

export const revokeAdminRoute = route({
  method: 'POST',
  url: '/api/v1/platform/users/:user_id/revoke-admin',
  config: decision,
  schema: {
    summary:
      'End a user’s access as a platform admin. The caller needs two-step verification and a recent sign-in, and cannot be that user',
    tags: ['platform'],
    params,
    body,
    response: { 200: PlatformUserDetail },
  },
})

export const getSetupRoute = route({
  method: 'GET',
  url: '/api/v1/platform/setup',
  config: { access: ['anonymous'], errors: [], limit: { max: 60, minutes: 1 } },
  schema: {
    summary: 'Get whether this installation still needs its first platform admin',
    tags: ['platform'],
    response: {
      200: Type.Object({ is_open: Type.Boolean({ description: 'Whether there is no platform admin yet.' }) }),
    },
  },
})

export const setUpRoute = route({
  method: 'POST',
  url: '/api/v1/platform/setup',
  config: {
    access: ['user'],
    errors: ['account_needed', 'setup_closed', 'setup_token_wrong'],
    limit: { max: 10, minutes: 60 },
  },
  schema: {
    summary: 'Become the first platform admin, with the token that the server printed when it started',
    tags: ['platform'],
    body: StrictObject({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 204: NoContent },
  },
})

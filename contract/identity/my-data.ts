import { Type } from 'typebox'
import { Instant, NoContent } from '../common.ts'
import { route } from '../route.ts'

export const exportMyDataRoute = route({
  method: 'GET',
  url: '/api/v1/users/me/export',
  config: {
    access: ['user'],
    errors: ['recent_sign_in_required', 'request_in_flight'],
    is_secret: true,
    limit: { max: 20, minutes: 60 },
    weight: 50,
  },
  schema: {
    summary: 'Export all data about me, by table. Needs a recent sign-in; only one export runs at a time',
    tags: ['users'],
    response: {
      200: Type.Object({
        made_at: Instant,
        data: Type.Record(Type.String(), Type.Array(Type.Record(Type.String(), Type.Unknown()))),
      }),
    },
  },
})

export const eraseMeRoute = route({
  method: 'DELETE',
  url: '/api/v1/users/me',
  config: {
    access: ['user'],
    errors: ['account_in_use', 'last_platform_admin', 'last_super_admin', 'recent_sign_in_required'],
    limit: { max: 20, minutes: 60 },
    weight: 50,
  },
  schema: {
    summary:
      'Delete my account and what is kept about me. Needs a recent sign-in; fails with a list (`details.open`) while reservations or money are open',
    tags: ['users'],
    response: { 204: NoContent },
  },
})

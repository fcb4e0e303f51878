import { Type } from 'typebox'
import { Id, Nullable, StrictObject } from '../common.ts'
import { route } from '../route.ts'

export const openGuestLinkRoute = route({
  method: 'POST',
  url: '/api/v1/auth/guest/open',
  config: {
    access: ['anonymous'],
    errors: ['account_banned', 'link_not_usable', 'second_factor_required'],
    limit: { max: 30, minutes: 60 },
  },
  schema: {
    summary:
      'Open the link in a guest’s email or text. It can be opened again until it expires, leads only to what was booked with this address as a guest, and never signs in to an account',
    tags: ['auth'],
    body: StrictObject({ token: Type.String({ minLength: 20, maxLength: 100 }) }),
    response: {
      200: Type.Object({
        reservation_id: Id,
        needs_sign_in: Type.Boolean({
          description: 'Whether the reservation belongs to an account, whose owner signs in first.',
        }),
        token: Nullable(
          Type.String({
            description:
              'The token of the new session, for the client kind `app`. Null: in a cookie, or no new session.',
          }),
        ),
      }),
    },
  },
})

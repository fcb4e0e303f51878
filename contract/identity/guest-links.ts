import { type Static, Type } from 'typebox'
import { Id, NoContent, Nullable, ReservationParams, StrictObject } from '../common.ts'
import { route } from '../route.ts'

const subject = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const
const LinkToken = Type.String({ minLength: 20, maxLength: 100 })

export const openGuestLinkRoute = route({
  method: 'POST',
  url: '/api/v1/auth/guest/open',
  config: {
    access: ['anonymous'],
    errors: ['account_banned', 'link_not_usable'],
    limit: { max: 30, minutes: 60 },
  },
  schema: {
    summary:
      'Open the link in a guest’s email or text, which works until it expires or is turned off. It shows the pass of one reservation and opens its gate, on any number of devices. It signs nobody in or out, and changes and pays nothing',
    tags: ['auth'],
    body: StrictObject({ token: LinkToken }),
    response: {
      200: Type.Object({
        reservation_id: Id,
        needs_sign_in: Type.Boolean({
          description:
            'Whether the reservation belongs to an account, so that its owner signs in to change it.',
        }),
        token: Nullable(
          Type.String({
            description:
              'For the client kind `app`: the token that shows the passes opened on this device, sent as Authorization: Bearer. Null: in a cookie, or the caller’s own session already shows it.',
          }),
        ),
      }),
    },
  },
})

export const closeLinkedPassesRoute = route({
  method: 'DELETE',
  url: '/api/v1/auth/guest/passes',
  config: { access: ['anonymous'], errors: [] },
  schema: {
    summary: 'Close the passes that links have opened on this device. The links still work',
    tags: ['auth'],
    response: { 204: NoContent },
  },
})

export const resendGuestLinkRoute = route({
  method: 'POST',
  url: '/api/v1/auth/guest/resend',
  config: { access: ['anonymous'], errors: ['link_not_usable'], limit: { max: 10, minutes: 60 } },
  schema: {
    summary:
      'Email a new link to the address that a link was sent to, also if that one has expired or was turned off. The new one works once, and proves the address',
    tags: ['auth'],
    body: StrictObject({ token: LinkToken }),
    response: { 202: NoContent },
  },
})

export const confirmByLinkRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/pass/confirmations',
  config: {
    access: ['resource_owner', 'link_holder'],
    errors: ['nothing_to_claim'],
    subject,
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Email a link to the address on file of a guest’s reservation. Whoever opens it has proven the address, and can change the reservation; it leads back to it',
    tags: ['auth'],
    params: ReservationParams,
    body: StrictObject({
      extend_to: Type.Optional(
        Type.String({ format: 'date-time', description: 'A later end, which the page then offers.' }),
      ),
    }),
    response: { 202: NoContent },
  },
})

/** What is open by links to one reservation. */
export const GuestLinks = Type.Object({
  links: Type.Integer({ description: 'How many links in emails and texts still work.' }),
  devices: Type.Integer({ description: 'On how many devices the pass is open without a sign-in.' }),
})
export type GuestLinks = Static<typeof GuestLinks>

export const getGuestLinksRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/guest-links',
  config: { access: ['resource_owner', 'admin', 'super_admin', 'platform_admin'], errors: [], subject },
  schema: {
    summary: 'Get how many links show the pass of a reservation without a sign-in',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 200: GuestLinks },
  },
})

export const turnOffGuestLinksRoute = route({
  method: 'DELETE',
  url: '/api/v2/reservations/:reservation_id/guest-links',
  config: { access: ['resource_owner', 'admin', 'super_admin', 'platform_admin'], errors: [], subject },
  schema: {
    summary:
      'Turn off the links that were sent for a reservation, and close its pass on every device that is not signed in. Later emails have links of their own',
    tags: ['reservations'],
    params: ReservationParams,
    response: { 204: NoContent },
  },
})

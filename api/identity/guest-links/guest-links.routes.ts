import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { openGuestLinkRoute } from '@openspot/contract/identity/guest-links.ts'
import { beginSession } from '../sessions/sessions.ts'
import { openGuestLink } from './open-guest-link.ts'

export const guestLinkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...openGuestLinkRoute,
    handler: async (request, reply) => {
      const { caller } = request
      const { reservation_id, guest_id } = await openGuestLink(app, request.body.token, caller ?? undefined)
      if (guest_id === null) return { reservation_id, needs_sign_in: true, token: null }
      app.changes.announce(guest_id)
      // Their own session can do more than one that a link opens.
      if (caller?.user_id === guest_id) return { reservation_id, needs_sign_in: false, token: null }
      const { token } = await beginSession(app, request, reply, guest_id, { method: 'GUEST_LINK' })
      return { reservation_id, needs_sign_in: false, token }
    },
  })
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  closeLinkedPassesRoute,
  confirmByLinkRoute,
  getGuestLinksRoute,
  openGuestLinkRoute,
  resendGuestLinkRoute,
  turnOffGuestLinksRoute,
} from '@openspot/contract/identity/guest-links.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findGuestAddress } from '../../booking/linked-passes/linked-passes.sql.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { lotOf } from '../../plugins/access.ts'
import { count } from '../../plugins/limits.ts'
import { clearLinkCookie, linkHashesOf } from '../../plugins/link-session.ts'
import { hashToken } from '../../plugins/session.ts'
import { requestLink } from '../auth/request-link.ts'
import { countGuestLinks, deleteLinkDevices, findGuestLink, turnOffGuestLinks } from './guest-links.sql.ts'
import { openGuestLink } from './open-guest-link.ts'

export const guestLinkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...openGuestLinkRoute,
    handler: (request, reply) => openGuestLink(app, request, reply, request.body.token),
  })

  app.route({
    ...closeLinkedPassesRoute,
    handler: async (request, reply) => {
      await deleteLinkDevices(app.pool, linkHashesOf(request, app))
      clearLinkCookie(app, reply)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...resendGuestLinkRoute,
    handler: async (request, reply) => {
      const link = await findGuestLink(app.pool, hashToken(request.body.token), app.ports.now())
      if (!link || !(await sendConfirmation(app, request, link.reservation_id))) refuse('link_not_usable')
      reply.status(202)
      return null
    },
  })

  app.route({
    ...confirmByLinkRoute,
    handler: async (request, reply) => {
      const { extend_to } = request.body
      const query =
        extend_to === undefined
          ? ''
          : `?change=extend&ends_at=${encodeURIComponent(new Date(extend_to).toISOString())}`
      if (!(await sendConfirmation(app, request, request.params.reservation_id, query)))
        refuse('nothing_to_claim')
      reply.status(202)
      return null
    },
  })

  app.route({
    ...getGuestLinksRoute,
    handler: (request) =>
      countGuestLinks(app.pool, {
        lot_id: lotOf(request),
        reservation_id: request.params.reservation_id,
        now: app.ports.now(),
      }),
  })

  app.route({
    ...turnOffGuestLinksRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { reservation_id } = request.params
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => turnOffGuestLinks(tx, { lot_id, reservation_id, now: app.ports.now() }),
        // The audit log is for what is done to someone else's.
        audit: (off) =>
          request.granted === 'resource_owner'
            ? null
            : {
                action: 'reservation.links_off',
                subject_kind: 'reservation',
                subject_id: reservation_id,
                details: off,
              },
        announces: [],
        view: () => null,
      })
    },
  })
}

/**
 * Has a link sent to the address on file of a guest's reservation, which proves the address and leads back to the reservation. Returns
 * false if there is none to send: the reservation belongs to an account, or only a number is known.
 */
async function sendConfirmation(
  app: FastifyInstance,
  request: FastifyRequest,
  reservation_id: string,
  query = '',
): Promise<boolean> {
  const address = await findGuestAddress(app.pool, reservation_id)
  if (!address || address.has_account || address.email === null) return false
  const { email, is_of_lot } = address
  // Counted with the links that others request for the address.
  await count(app, `guest-link ${hashToken(email).toString('base64url')}`, { max: 3, minutes: 60 })
  const next = `/me/reservations/${reservation_id}${query}`
  await requestLink(app.db, request, { for: is_of_lot ? 'SIGN_IN' : 'GUEST', email, next }, app.ports.now())
  return true
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { linkTokenOf, setLinkCookie } from '../../plugins/link-session.ts'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { findGuestLink, findLinkDevice, insertLinkSession } from './guest-links.sql.ts'

interface Opened {
  reservation_id: string
  needs_sign_in: boolean
  token: string | null
}

/**
 * Opens a guest's link, any number of times until it expires or is turned off. It shows the pass of its reservation on this device, and proves
 * nothing: it may have been forwarded. So it neither begins nor ends a session of a person. Throws `link_not_usable` and `account_banned`.
 */
export async function openGuestLink(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  link_token: string,
): Promise<Opened> {
  const now = app.ports.now()
  const link_hash = hashToken(link_token)
  const link = await findGuestLink(app.pool, link_hash, now)
  if (!link?.is_usable || link.account_status === 'DELETED') return refuse('link_not_usable')
  if (link.account_status === 'BANNED') return refuse('account_banned')
  const { reservation_id, lot_id } = link
  const needs_sign_in = link.account_status !== 'GHOST'
  // Their own session can do more than a link.
  if (request.caller?.user_id === link.user_id) return { reservation_id, needs_sign_in, token: null }

  const given = linkTokenOf(request, app)
  const shownUntil = given === null ? undefined : await findLinkDevice(app.pool, hashToken(given), now)
  const token = given !== null && shownUntil !== undefined ? given : secretWord(app.ports, 43)
  const of = { link_hash, token_hash: hashToken(token), lot_id, reservation_id, now }
  const expires_at = (await insertLinkSession(app.pool, of)) ?? refuse('link_not_usable')
  if (request.client.kind === 'app') return { reservation_id, needs_sign_in, token }
  const last = Math.max(Date.parse(expires_at), Date.parse(shownUntil ?? expires_at))
  setLinkCookie(app, reply, token, Math.ceil((last - now.getTime()) / 1000))
  return { reservation_id, needs_sign_in, token: null }
}

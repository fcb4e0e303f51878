import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { secretWord } from '../../ports.ts'

const cookieName = (app: FastifyInstance) =>
  app.secure_cookies ? '__Host-openspot-visitor' : 'openspot-visitor'

/**
 * Returns the names under which the caller holds spots: as a user, and as the browser that they use, so that a guest who becomes known
 * keeps their hold. The names are keyed hashes, so the table of holds says nothing about who they are.
 */
export function holdersOf(app: FastifyInstance, request: FastifyRequest): string[] {
  const cookie = request.cookies[cookieName(app)]
  return [
    ...(request.caller ? [nameOf(app, `user ${request.caller.user_id}`)] : []),
    ...(cookie ? [nameOf(app, `browser ${cookie}`)] : []),
  ]
}

/** The same for a caller who is about to hold a spot; a browser without a cookie gets one, until it is closed. */
export function newHoldersOf(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): string[] {
  const known = holdersOf(app, request)
  if (known.length > 0) return known
  const secret = secretWord(app.ports, 40)
  reply.setCookie(cookieName(app), secret, {
    path: '/',
    httpOnly: true,
    secure: app.secure_cookies,
    sameSite: 'lax',
  })
  return [nameOf(app, `browser ${secret}`)]
}

const nameOf = (app: FastifyInstance, who: string) => app.secrets.sign('page-hold', who)

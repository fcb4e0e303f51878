import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, hashToken, tokenOf } from './session.ts'

/** The name of the cookie with the token of what was opened by links, beside that of the session. */
const linkCookieName = (secure: boolean) => `${cookieName(secure)}-pass`

/**
 * Returns the hashes of the tokens by which a link may be open on the caller's device: its own cookie, or for apps the bearer token. A
 * session's token is one of them, because a session that the first proof of an address ended keeps the sight of what was booked in it.
 */
export function linkHashesOf(request: FastifyRequest, app: FastifyInstance): Buffer[] {
  const tokens = [tokenOf(request, app), linkTokenOf(request, app)]
  return tokens.filter((token) => token !== null).map(hashToken)
}

/** Returns the token that links already have on the caller's device. */
export function linkTokenOf(request: FastifyRequest, app: FastifyInstance): string | null {
  if (request.client.kind === 'app') return tokenOf(request, app)
  return request.cookies[linkCookieName(app.secure_cookies)] ?? null
}

const attributes = (app: FastifyInstance) =>
  ({ path: '/', httpOnly: true, secure: app.secure_cookies, sameSite: 'lax' }) as const

export function setLinkCookie(app: FastifyInstance, reply: FastifyReply, token: string, seconds: number) {
  reply.setCookie(linkCookieName(app.secure_cookies), token, { ...attributes(app), maxAge: seconds })
}

export function clearLinkCookie(app: FastifyInstance, reply: FastifyReply): void {
  reply.clearCookie(linkCookieName(app.secure_cookies), attributes(app))
}

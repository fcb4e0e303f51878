import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeTicket, readTicket } from '../tickets/tickets.ts'

const deviceDays = 400
const MAX_DEVICES = 3
const deviceCookie = (app: FastifyInstance) =>
  app.secure_cookies ? '__Host-openspot-device' : 'openspot-device'

export interface KnownAccount {
  id: string
  tokens_valid_after: string | null
}

/** Returns the id of the browser if the account knows it. Null if not, or if all sessions were ended since. */
export function knownDevice(
  app: FastifyInstance,
  request: FastifyRequest,
  { id, tokens_valid_after }: KnownAccount,
): string | null {
  for (const ticket of devicesIn(app, request)) {
    const claims = readTicket(app, 'device', ticket)
    if (
      claims?.['user_id'] === id &&
      Date.parse(claims['made_at'] ?? '') >= Date.parse(tokens_valid_after ?? '1970-01-01')
    )
      return claims['nonce'] ?? null
  }
  return null
}

function devicesIn(app: FastifyInstance, request: FastifyRequest): string[] {
  return (request.cookies[deviceCookie(app)] ?? '').split('~').filter(Boolean).slice(0, MAX_DEVICES)
}

/** Remembers that this browser has signed in to the account. The cookie itself grants no access. */
export function rememberDevice(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  user_id: string,
): void {
  const others = devicesIn(app, request).filter((ticket) => {
    const claims = readTicket(app, 'device', ticket)
    return claims !== null && claims['user_id'] !== user_id
  })
  const own = makeTicket(app, 'device', { user_id }, deviceDays * 1440)
  reply.setCookie(deviceCookie(app), [own, ...others].slice(0, MAX_DEVICES).join('~'), {
    path: '/',
    httpOnly: true,
    secure: app.secure_cookies,
    sameSite: 'lax',
    maxAge: deviceDays * 86_400,
  })
}

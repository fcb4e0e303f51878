import type { FastifyInstance } from 'fastify'
import { makeTicket, readTicket, spendTicket } from '../tickets/tickets.ts'

export const algorithms = [-8, -7, -257]
const minutes = 10

/** Returns the relying party: the host of our public URL. A passkey for it works nowhere else. */
export function relyingParty(app: FastifyInstance) {
  const { hostname, origin } = new URL(app.settings.public_url)
  return { rpID: hostname, origin, rpName: 'Openspot' }
}

/** Returns a signed single-use challenge for one user, or for any user if `user_id` is empty. */
export function makeChallenge(app: FastifyInstance, purpose: 'register' | 'sign in', user_id = ''): string {
  return makeTicket(app, `passkey ${purpose}`, { user_id }, minutes)
}

/** Returns a function that checks whether the browser answered our challenge, and consumes it. */
export function challengeCheck(app: FastifyInstance, purpose: 'register' | 'sign in', user_id = '') {
  return async (answered: string): Promise<boolean> => {
    const challenge = Buffer.from(answered, 'base64url').toString('utf8')
    const claims = readTicket(app, `passkey ${purpose}`, challenge)
    return claims?.['user_id'] === user_id && (await spendTicket(app, challenge))
  }
}

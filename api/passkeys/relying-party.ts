import type { FastifyInstance } from 'fastify'
import { makeTicket, readTicket, spendTicket } from '../auth/tickets.ts'

export const algorithms = [-8, -7, -257]
const minutes = 10

/** Who asks for passkeys: the host at which people reach us. A passkey made for it works nowhere else. */
export function relyingParty(app: FastifyInstance) {
  const { hostname, origin } = new URL(app.settings.public_url)
  return { rpID: hostname, origin, rpName: 'Openspot' }
}

/** A challenge that only we can have made, for one person (or for whoever comes), good once. */
export function makeChallenge(app: FastifyInstance, purpose: 'register' | 'sign in', user_id = ''): string {
  return makeTicket(app, `passkey ${purpose}`, { user_id }, minutes)
}

/** Whether the browser answered a challenge of ours; it is used up then. */
export function challengeCheck(app: FastifyInstance, purpose: 'register' | 'sign in', user_id = '') {
  return async (answered: string): Promise<boolean> => {
    const challenge = Buffer.from(answered, 'base64url').toString('utf8')
    const says = readTicket(app, `passkey ${purpose}`, challenge)
    return says?.['user_id'] === user_id && (await spendTicket(app, challenge))
  }
}

import type { FastifyInstance } from 'fastify'
import { insertSpent } from './tickets.sql.ts'

/** Returns a signed ticket for one purpose that expires and can be used once. Nothing is stored until it is spent. */
export function makeTicket(
  app: FastifyInstance,
  purpose: string,
  claims: Record<string, string>,
  minutes: number,
): string {
  const now = app.ports.now().getTime()
  const inside = Buffer.from(
    JSON.stringify({
      ...claims,
      made_at: new Date(now).toISOString(),
      expires_at: new Date(now + minutes * 60_000).toISOString(),
      nonce: app.ports.random(12).toString('base64url'),
    }),
  ).toString('base64url')
  return `${inside}.${app.secrets.sign(purpose, inside)}`
}

/** Returns the contents of a ticket, or null if it is not ours, is for another purpose, or has expired. */
export function readTicket(
  app: FastifyInstance,
  purpose: string,
  ticket: string,
): Record<string, string> | null {
  const [inside = '', signature = ''] = ticket.split('.')
  if (!app.secrets.verify(purpose, inside, signature)) return null
  const claims = JSON.parse(Buffer.from(inside, 'base64url').toString('utf8')) as Record<string, string>
  return Date.parse(claims['expires_at'] ?? '') > app.ports.now().getTime() ? claims : null
}

/** Consumes a ticket. Returns false if it was used before. */
export function spendTicket(app: FastifyInstance, ticket: string): Promise<boolean> {
  const [inside = '', signature = ''] = ticket.split('.')
  const claims = JSON.parse(Buffer.from(inside, 'base64url').toString('utf8')) as Record<string, string>
  return spend(app, signature, Date.parse(claims['expires_at'] ?? ''))
}

/**
 * Consumes one of our signatures, which is stored until it would have expired anyway. Returns false if it was used
 * before.
 */
export async function spend(app: FastifyInstance, signature: string, expires: number): Promise<boolean> {
  return insertSpent(app.pool, signature, new Date(expires).toISOString())
}

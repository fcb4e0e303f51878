import { createHmac } from 'node:crypto'
import { choiceCookie, DECLINED } from '@openspot/core/analytics/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keepSalt } from './events.sql.ts'

export interface Visitor {
  visitor: string
  /** Whether the visitor allowed to be recognized. */
  is_recognized: boolean
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const robots = /bot\b|crawl|spider|slurp/i

/** Whether nothing of this request may be counted: the browser says so, the visitor declined, or it is a robot. */
export function isUncounted({ headers, cookies }: FastifyRequest): boolean {
  return (
    headers['dnt'] === '1' ||
    headers['sec-gpc'] === '1' ||
    cookies[choiceCookie] === DECLINED ||
    robots.test(headers['user-agent'] ?? '')
  )
}

/** Returns a function that names visitors: by the ID that they allowed, or else for this day only. */
export function visitorReader(app: FastifyInstance) {
  let kept: { day: string; salt: Promise<Buffer> } | null = null
  const saltOf = (day: string): Promise<Buffer> => {
    if (kept?.day === day) return kept.salt
    const salt = keepSalt(app.pool, day, app.ports.random(32))
    const current = { day, salt }
    kept = current
    // The next request tries again.
    salt.catch(() => {
      if (kept === current) kept = null
    })
    return salt
  }
  return async (request: FastifyRequest, visitor_id: string | null): Promise<Visitor> => {
    if (visitor_id !== null) {
      const visitor = app.secrets.sign('analytics visitor', visitor_id).slice(0, 22)
      return { visitor, is_recognized: true }
    }
    const salt = await saltOf(app.ports.now().toISOString().slice(0, 10))
    const known = `${request.ip}\n${request.headers['user-agent'] ?? ''}`
    const visitor = createHmac('sha256', salt).update(known).digest('base64url').slice(0, 22)
    return { visitor, is_recognized: false }
  }
}

/** Returns the ID that a visitor allowed, from the cookie. */
export function allowedId({ cookies }: FastifyRequest): string | null {
  const value = cookies[choiceCookie] ?? ''
  return uuid.test(value) ? value.toLowerCase() : null
}

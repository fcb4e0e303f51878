import { gunzipSync } from 'node:zlib'
import { MAX_USAGE_BYTES } from '@openspot/core/analytics/limits.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'

/**
 * Reads what PostHog's libraries send: JSON, as it is or compressed, and also as `text/plain`, which they use to save a
 * request. Other sites are refused by their origin (`plugins/cross-site.ts`).
 */
export function readUsageBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parse(body),
  )
}

function parse(body: Buffer): unknown {
  const isCompressed = body[0] === 0x1f && body[1] === 0x8b
  try {
    const text = isCompressed ? gunzipSync(body, { maxOutputLength: MAX_USAGE_BYTES }) : body
    return JSON.parse(text.toString('utf8'))
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      refuse('body_too_large')
    return refuse('request_invalid', { field: '', message: (t) => t('apiErrors.analytics.unreadable') })
  }
}

/** Brings the forms of a body into one: a batch, a list of events, or one event. */
export function asBatch(body: unknown): unknown {
  if (Array.isArray(body)) return { batch: body }
  if (typeof body === 'object' && body !== null && 'event' in body && !('batch' in body))
    return { batch: [body] }
  return body
}

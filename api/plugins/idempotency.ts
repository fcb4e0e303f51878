import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isLostConnection } from '@openspot/db/lost-connection.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { callerOf } from './access.ts'
import { beginKey, deleteUnfinishedKey, finishKey, type Stored } from './idempotency.sql.ts'

/** An unfinished request older than this was interrupted, so a repeat takes it over. */
const abandonedAfterSeconds = 30

const forgetEveryMilliseconds = 300

/**
 * Handles `Idempotency-Key` on routes that create something or move money: the same key returns the first response
 * again. Responses to our own failures (5xx) are not stored, so that a retry can do the work and finds what the first
 * attempt began by its ids.
 */
export function keepIdempotency(app: FastifyInstance): void {
  app.decorateRequest('idempotency_key', null)

  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.idempotent) return
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
      refuse('idempotency_key_missing', { field: 'idempotency-key' })
    }
    const stored = await begin(app, request, key)
    if (stored.is_new) {
      request.idempotency_key = key
      return
    }
    if (stored.same_request === false) refuse('idempotency_key_reused', { field: 'idempotency-key' })
    if (stored.status === null) refuse('request_in_flight', { retry_after_seconds: 1 })
    return reply
      .status(stored.status)
      .header('idempotency-replayed', 'true')
      .type('application/json; charset=utf-8')
      .serializer((body: string) => body)
      .send(stored.body)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.idempotency_key === null) return payload
    const { user_id } = callerOf(request)
    if (reply.statusCode >= 500) {
      await forget(app, user_id, request.idempotency_key)
    } else {
      const response = { status: reply.statusCode, body: payload }
      await finishKey(app.pool, user_id, request.idempotency_key, response, app.ports.now())
    }
    return payload
  })
}

/**
 * Releases the key. If the database is unavailable, this is retried in the background until others may take the key
 * over anyway: the caller must get the response now, and their next try must not be told that this one is in progress.
 */
async function forget(app: FastifyInstance, user_id: string | null, key: string): Promise<void> {
  const remove = () => deleteUnfinishedKey(app.pool, user_id, key)
  try {
    await remove()
  } catch (error) {
    if (!isLostConnection(error)) throw error
    void removeLater(app, remove)
  }
}

async function removeLater(app: FastifyInstance, remove: () => Promise<unknown>): Promise<void> {
  for (let left = (abandonedAfterSeconds * 1000) / forgetEveryMilliseconds; left > 0; left--) {
    await pause(forgetEveryMilliseconds, undefined, { ref: false })
    try {
      await remove()
      return
    } catch (error) {
      if (isLostConnection(error)) continue
      return app.log.error({ err: error }, 'an idempotency key was not removed')
    }
  }
}

async function begin(app: FastifyInstance, request: FastifyRequest, key: string): Promise<Stored> {
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest()
  const now = app.ports.now()
  const abandoned_before = new Date(now.getTime() - abandonedAfterSeconds * 1000).toISOString()
  return beginKey(app.pool, callerOf(request).user_id, key, {
    request_hash: hash,
    now,
    abandoned_before,
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    idempotency_key: string | null
  }
}

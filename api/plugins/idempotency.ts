import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { callerOf } from './access.ts'
import { onlyIf } from './hooks.ts'
import {
  beginKey,
  deleteUnfinishedKey,
  finishKey,
  type KeyClaim,
  type StoredAnswer,
} from './idempotency.sql.ts'

/** An unfinished request older than this was interrupted, so a repeat takes it over. */
const abandonedAfterSeconds = 30

const forgetEveryMilliseconds = 300

const sealedFor = 'idempotency'
const sealedMark = 'sealed:'

/**
 * Honors `Idempotency-Key` on every POST of a signed-in caller and on the other calls that declare it: the same key
 * returns the first response again. Responses to our own failures (5xx) are not stored, so that a retry can do the work
 * and finds what the first attempt began by its ids. Responses are stored encrypted, because some have secrets.
 */
export function keepIdempotency(app: FastifyInstance): void {
  app.decorateRequest('idempotency_key', null)
  app.decorateRequest('stores_response', false)

  const isKept = ({ caller, method, routeOptions }: FastifyRequest) =>
    caller !== null && (method === 'POST' || Boolean(routeOptions.config.idempotent))
  const keep = onlyIf(isKept, async (request, reply) => {
    const { idempotent } = request.routeOptions.config
    const key = request.headers['idempotency-key']
    if (key === undefined && idempotent !== 'required') {
      // The work is tied to a key in any case; nobody else knows this one.
      if (idempotent) request.idempotency_key = app.ports.id()
      return
    }
    if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
      refuse('idempotency_key_missing', { field: 'idempotency-key' })
    }
    request.idempotency_key = key
    if (request.routeOptions.config.takes_key_itself) return
    const stored = await beginKey(app.pool, claimOf(app, request), app.ports.now())
    request.stores_response = stored.is_new
    return stored.is_new ? undefined : repeatAnswer(app, reply, stored)
  })
  app.addHook('preHandler', keep)

  const store = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    payload: unknown,
  ): Promise<unknown> => {
    const { user_id } = callerOf(request)
    const isText = payload === null || payload === undefined || typeof payload === 'string'
    if (reply.statusCode >= 500 || !isText) {
      // A file is made again on a repeat.
      await forget(app, user_id, key)
    } else {
      const body = payload ? sealed(app, payload) : null
      const response = { status: reply.statusCode, body }
      await finishKey(app.pool, user_id, key, response, app.ports.now())
    }
    return payload
  }
  // As `onlyIf`, for a hook that passes the response on.
  app.addHook('onSend', (request, reply, payload, done): unknown =>
    request.idempotency_key === null || !request.stores_response
      ? done()
      : store(request, reply, request.idempotency_key, payload),
  )
}

const sealed = (app: FastifyInstance, text: string): string =>
  sealedMark + app.secrets.seal(sealedFor, text, app.ports.random(12))

/** A response that an earlier version stored is plain text; one that was sealed with a lost secret is empty. */
function opened(app: FastifyInstance, body: string | null): string | null {
  if (body === null || !body.startsWith(sealedMark)) return body
  return app.secrets.unseal(sealedFor, body.slice(sealedMark.length))
}

/**
 * Releases the key. If the database does not do it now, this is retried in the background until others may take the key over anyway: the
 * caller must get the response now, and their next try must not be told that this one is in progress.
 */
async function forget(app: FastifyInstance, user_id: string | null, key: string): Promise<void> {
  const remove = () => deleteUnfinishedKey(app.pool, user_id, key)
  // What refused the work itself may refuse this, too: a lost or read-only server, a full disk, a lock.
  await remove().catch(() => void removeLater(app, remove))
}

async function removeLater(app: FastifyInstance, remove: () => Promise<unknown>): Promise<void> {
  let last: unknown
  for (let left = (abandonedAfterSeconds * 1000) / forgetEveryMilliseconds; left > 0; left--) {
    await pause(forgetEveryMilliseconds, undefined, { ref: false })
    try {
      await remove()
      return
    } catch (error) {
      last = error
    }
  }
  app.log.error({ err: last }, 'an idempotency key was not removed')
}

/** What the request asks the database for: its key, with a hash of its content. */
export function claimOf(app: FastifyInstance, request: FastifyRequest): KeyClaim {
  const request_hash = createHash('sha256')
    // The parts of a form are read by the handler, so that only its length is known here.
    .update(
      JSON.stringify([
        request.method,
        request.url,
        request.body ?? request.headers['content-length'] ?? null,
      ]),
    )
    .digest()
  const now = app.ports.now()
  const abandoned_before = new Date(now.getTime() - abandonedAfterSeconds * 1000).toISOString()
  return {
    caller: callerOf(request).user_id,
    key: request.idempotency_key ?? '',
    request_hash,
    abandoned_before,
  }
}

/** Sends the answer to the first request with a key. Refuses if that isn't known yet, or was another request. */
export function repeatAnswer(app: FastifyInstance, reply: FastifyReply, stored: StoredAnswer): FastifyReply {
  if (stored.same_request === false) refuse('idempotency_key_reused', { field: 'idempotency-key' })
  if (stored.status === null) refuse('request_in_flight', { retry_after_seconds: 1 })
  const body = opened(app, stored.body)
  reply.status(stored.status).header('idempotency-replayed', 'true')
  if (body === null) return reply.send()
  return reply
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(body)
}

declare module 'fastify' {
  interface FastifyRequest {
    idempotency_key: string | null
    /** Whether the response is stored under the key that the caller sent. */
    stores_response: boolean
  }
  interface FastifyContextConfig {
    /** The handler reserves the key, in the statement that does the work (late-key.ts). */
    takes_key_itself?: true
  }
}

import { isLostConnection } from '@openspot/db/lost-connection.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginKey, type KeyClaim, type StoredAnswer } from './idempotency.sql.ts'
import { claimOf, repeatAnswer } from './idempotency.ts'

/** The key of a request whose handler reserves it in the statement that does the work, instead of before it. */
export interface LateKey extends KeyClaim {
  /**
   * Whether the key is reserved. MAYBE while a statement runs that reserves it: if the connection is lost then, nobody knows.
   */
  isTaken: 'NO' | 'MAYBE' | 'YES'
  /** Reserves the key by itself, unless it is reserved already. Throws `Repeated` if an earlier request used it. */
  take(): Promise<void>
}

/** The key was used before, so nothing was done. */
export class Repeated extends Error {
  readonly stored: StoredAnswer
  constructor(stored: StoredAnswer) {
    super('the idempotency key was used before')
    this.stored = stored
  }
}

/**
 * Runs the handler of a route with `takes_key_itself`. A request that is refused before the key was reserved, or by what gave the key back,
 * reserves it now: its refusal is stored as well, and if an earlier request used the key, that one's answer is sent instead.
 */
export async function underLateKey<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (key: LateKey) => Promise<T>,
): Promise<T> {
  const key: LateKey = {
    ...claimOf(app, request),
    isTaken: 'NO',
    async take() {
      if (key.isTaken !== 'NO') return
      const stored = await beginKey(app.pool, key, app.ports.now())
      if (!stored.is_new) throw new Repeated(stored)
      key.isTaken = 'YES'
    },
  }
  try {
    const answer = await work(key)
    await key.take()
    return answer
  } catch (error) {
    if (error instanceof Repeated) return sent(repeatAnswer(app, reply, error.stored))
    // After a failure of the server, the key is given back in any case, so that the caller can try again.
    if (isLostConnection(error)) throw error
    key.isTaken = key.isTaken === 'MAYBE' ? 'NO' : key.isTaken
    const repeated = await key.take().then(
      () => null,
      (reason: unknown) => {
        if (reason instanceof Repeated) return reason
        throw reason
      },
    )
    if (repeated) return sent(repeatAnswer(app, reply, repeated.stored))
    throw error
  } finally {
    request.stores_response = key.isTaken !== 'NO'
  }
}

/** A handler returns the reply when it was sent, whatever its schema says that it answers. */
const sent = (reply: FastifyReply) => reply as never

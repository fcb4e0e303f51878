import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

/**
 * Hooks that most calls pass without waiting. Every call runs about twenty hooks, and an async one costs each of them a promise and a turn
 * of the event loop.
 */

/** A hook that never waits. What it throws refuses the call. */
export const atOnce =
  (work: (request: FastifyRequest, reply: FastifyReply) => void) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    work(request, reply)
    done()
  }

/** A hook that has something to do, and to wait for, only for some calls. */
export const onlyIf =
  (
    isNeeded: (request: FastifyRequest) => boolean,
    work: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
  (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): unknown =>
    isNeeded(request) ? work(request, reply) : done()

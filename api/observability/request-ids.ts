import type { IncomingMessage } from 'node:http'
import { type Ports, requestId } from '../ports.ts'

export const requestIdHeader = 'x-request-id'

/** The form of `requestId` of `api/ports.ts`. */
const ours = /^[\w-]{12}$/

const given = new WeakMap<IncomingMessage, string>()

/**
 * What a request is called in its answer and in every log line about it. The id that it brings is taken over only from
 * `isTrusted` callers, in our own form: anyone else could name their request like somebody else's.
 */
export function requestIdOf(
  request: IncomingMessage,
  ports: Pick<Ports, 'random'>,
  isTrusted: (request: IncomingMessage) => boolean,
): string {
  const known = given.get(request)
  if (known !== undefined) return known
  const sent = request.headers[requestIdHeader]
  const isOurs = typeof sent === 'string' && ours.test(sent) && isTrusted(request)
  const id = isOurs ? sent : requestId(ports)
  given.set(request, id)
  return id
}

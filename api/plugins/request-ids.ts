import type { IncomingMessage } from 'node:http'
import { type Ports, requestId } from '../ports.ts'

export const requestIdHeader = 'x-request-id'

/** The format of `requestId` in `api/ports.ts`. */
const ours = /^[\w-]{12}$/

const given = new WeakMap<IncomingMessage, string>()

/**
 * Returns the id of a request for its response and its log lines. An inbound id is kept only from `isTrusted` callers
 * and in our own format; otherwise anyone could reuse another caller's id.
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

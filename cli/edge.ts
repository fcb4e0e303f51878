import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Ports, requestId } from '@openspot/api/ports.ts'
import { type ErrorCode, errors } from '@openspot/contract/errors.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { pageHeaders } from './page-headers.ts'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/**
 * Answers requests that concern neither the API nor a page, and returns whether it did: `OPTIONS *`, TRACE, and a
 * target that is not a path. An absolute target would make the pages' router redirect to the host that it names.
 */
export function answerAtEdge(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Pick<Settings, 'public_url'>,
  ports: Pick<Ports, 'random'>,
): boolean {
  const isPath = request.url?.startsWith('/') ?? false
  if (isPath && request.method !== 'TRACE') return false
  for (const [name, value] of Object.entries(pageHeaders(settings))) response.setHeader(name, value)
  if (request.method === 'OPTIONS' && request.url === '*') {
    response.writeHead(204, { allow: methods }).end()
  } else if (request.method === 'TRACE') {
    refuseAtEdge(response, ports, 'method_not_allowed', { allow: methods })
  } else {
    refuseAtEdge(response, ports, 'request_invalid', {})
  }
  return true
}

function refuseAtEdge(
  response: ServerResponse,
  ports: Pick<Ports, 'random'>,
  code: ErrorCode,
  headers: Record<string, string>,
): void {
  const [status, message] = errors[code]
  const body = JSON.stringify({ message, code, request_id: requestId(ports) })
  response
    .writeHead(status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
    })
    .end(body)
}

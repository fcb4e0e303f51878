import type { IncomingMessage, ServerResponse } from 'node:http'
import { messageOf } from '@openspot/api/errors.ts'
import { requestIdHeader } from '@openspot/api/plugins/request-ids.ts'
import { type ErrorCode, errors } from '@openspot/contract/errors.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { findRequestedLocale } from '@openspot/messages/locales.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { pageHeaders } from './page-headers.ts'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'

/**
 * Answers requests that concern neither the API nor a page, and returns whether it did: `OPTIONS *`, TRACE, and targets
 * that are not a path. An absolute target would make the page router redirect to the host it names.
 */
export function answerAtEdge(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Pick<Settings, 'public_url'>,
): boolean {
  const isPath = request.url?.startsWith('/') ?? false
  if (isPath && request.method !== 'TRACE') return false
  for (const [name, value] of Object.entries(pageHeaders(settings))) response.setHeader(name, value)
  if (request.method === 'OPTIONS' && request.url === '*') {
    response.writeHead(204, { allow: methods }).end()
  } else if (request.method === 'TRACE') {
    refuseAtEdge(response, 'method_not_allowed', { allow: methods })
  } else {
    refuseAtEdge(response, 'request_invalid', {})
  }
  return true
}

function refuseAtEdge(response: ServerResponse, code: ErrorCode, headers: Record<string, string>): void {
  const status = errors[code]
  const message = messageOf(code)(translatorFor(findRequestedLocale(response.req.headers)))
  const body = JSON.stringify({ message, code, request_id: String(response.getHeader(requestIdHeader)) })
  response
    .writeHead(status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
    })
    .end(body)
}

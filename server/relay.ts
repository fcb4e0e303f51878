import { type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { request as sendSecurely } from 'node:https'
import { messageOf } from '@openspot/api/errors.ts'
import { requestIdHeader } from '@openspot/api/plugins/request-ids.ts'
import { dataHeaders } from '@openspot/api/plugins/safe-headers.ts'
import { findRequestedLocale } from '@openspot/messages/locales.ts'
import { translatorFor } from '@openspot/messages/translator.ts'

/**
 * Relays API calls to the API's server, in a process that serves only the web, because pages call their own origin. The
 * headers that identify the caller's address are already set (see `server/front.ts`).
 */
export function relayTo(base: string): (request: IncomingMessage, response: ServerResponse) => void {
  const target = new URL(base)
  const forward = target.protocol === 'https:' ? sendSecurely : send
  return (request, response) => {
    const passed = forward(
      new URL(request.url ?? '/', target),
      {
        method: request.method ?? 'GET',
        headers: request.headers,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => {
      if (response.headersSent) return response.destroy()
      return unavailable(response)
    })
    // The client disconnected; otherwise streams would stay open behind it.
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  }
}

/** Sends a 503 while a part of the product is missing or still starting. */
export function unavailable(response: ServerResponse): void {
  response.writeHead(503, {
    ...dataHeaders(false),
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '2',
  })
  response.end(
    JSON.stringify({
      code: 'unavailable',
      message: messageOf('unavailable')(translatorFor(findRequestedLocale(response.req.headers))),
      request_id: String(response.getHeader(requestIdHeader) ?? ''),
    }),
  )
}

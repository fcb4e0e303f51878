import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOfNotReady, type Health, isReady } from '@openspot/api/platform/health/health.ts'
import { requestIdHeader } from '@openspot/api/plugins/request-ids.ts'
import { dataHeaders } from '@openspot/api/plugins/safe-headers.ts'

/**
 * Answers the two calls of `contract/platform/health.ts` in a process without an API (yet), and returns whether it did. Each
 * process reports only itself: a web process that cannot reach its API is alive but not ready.
 */
export function answerHealth(request: IncomingMessage, response: ServerResponse, health: Health): boolean {
  const path = request.url?.split('?')[0]
  if (path === '/api/health/live') send(response, 200, { status: 'ok' })
  else if (path === '/api/health/ready') void sendReady(response, health)
  else return false
  return true
}

async function sendReady(response: ServerResponse, health: Health): Promise<void> {
  const checks = await health.read()
  if (isReady(checks)) send(response, 200, { status: 'ok', checks })
  else send(response, 503, bodyOfNotReady(checks, String(response.getHeader(requestIdHeader))))
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    ...dataHeaders(false),
    'content-type': 'application/json; charset=utf-8',
    ...(status === 503 ? { 'retry-after': '2' } : {}),
  })
  response.end(JSON.stringify(body))
}

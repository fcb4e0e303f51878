import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { reportFailure } from '../../failures.ts'
import type { Log } from '../../log.ts'
import { dataHeaders } from '../../plugins/safe-headers.ts'
import type { Metrics } from './metrics.ts'

interface Source {
  metrics: Metrics
  log: Log
}

const path = '/metrics'
const isAsked = (request: IncomingMessage) => request.url?.split('?')[0] === path

/**
 * Answers `/metrics` on the main port if the request has the token, and returns whether it did. Without a token in the
 * settings it answers nothing, like an unknown path.
 */
export function metricsBehindToken(
  source: Source,
  token: string | null,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (token === null) return () => false
  const wanted = digest(`Bearer ${token}`)
  return (request, response) => {
    if (!isAsked(request)) return false
    const isAllowed = timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)
    if (isAllowed) void writeMetrics(source, response)
    else response.writeHead(401, { ...dataHeaders(false), 'www-authenticate': 'Bearer' }).end()
    return true
  }
}

/** Serves only the metrics, on their own port. Throws PlainError if the port is in use. */
export async function listenForMetrics(
  source: Source,
  { port, host }: Settings['metrics'],
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method === 'GET' && isAsked(request)) void writeMetrics(source, response)
    else response.writeHead(404, dataHeaders(false)).end()
  })
  await new Promise<void>((done, fail) => {
    server.once('error', (error) =>
      fail(new PlainError(`OPENSPOT_METRICS_PORT=${port} cannot be opened: ${error.message}.`)),
    )
    server.listen(port ?? 0, host, done)
  })
  const at = server.address()
  return {
    port: typeof at === 'object' && at ? at.port : 0,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function writeMetrics({ metrics: { registry }, log }: Source, response: ServerResponse): Promise<void> {
  try {
    const text = await registry.metrics()
    response.writeHead(200, { ...dataHeaders(false), 'content-type': registry.contentType }).end(text)
  } catch (error) {
    reportFailure(log, { task: 'metrics', error })
    response.writeHead(500, dataHeaders(false)).end()
  }
}

/** Hashes give both sides the same length, which the comparison requires. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

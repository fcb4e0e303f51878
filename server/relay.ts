import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { messageOf } from '@openspot/api/errors.ts'
import { requestIdHeader } from '@openspot/api/plugins/request-ids.ts'
import { dataHeaders } from '@openspot/api/plugins/safe-headers.ts'
import { findRequestedLocale } from '@openspot/messages/locales.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import {
  forwardTo,
  type Patience,
  type ServerChange,
  type Target,
  usualPatience,
  watchServers,
} from './relay-servers.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

interface RelayOptions {
  /** Called when a server is lost or back. */
  onChange?: (change: ServerChange) => void
  /** Null waits for as long as a server takes, for one that is being debugged. */
  patience?: Partial<Patience> | null
}

/**
 * Relays API calls to the API's servers, in a process that serves only the web, because pages call their own origin. The
 * headers that identify the caller's address are already set (see `server/front.ts`).
 *
 * Each call goes to the server with the fewest calls and streams in work. One that can't be connected to, or takes calls and does not answer
 * any, is left out until it is ready again. Only a call that reads, and never reached that server, is sent to another one: of any other it is
 * not known whether it was made, and its caller repeats it with the same key.
 */
export function relayTo(
  bases: readonly string[],
  { onChange = () => {}, patience }: RelayOptions = {},
): Handler {
  const waits = patience === null ? null : { ...usualPatience, ...patience }
  const servers = watchServers(bases, waits ?? usualPatience, onChange)

  function relay(request: IncomingMessage, response: ServerResponse, tried: ReadonlySet<Target>): void {
    const target = servers.pick(tried)
    if (!target) return unavailable(response)
    const method = request.method ?? 'GET'
    let is_reached = false
    let waiting: NodeJS.Timeout | undefined
    const wait = (limits: Patience) => {
      waiting = setTimeout(
        () => {
          const is_late = sent_at !== null && performance.now() - sent_at >= limits.answer_ms
          if (target.is_lost || is_late) passed.destroy()
          else {
            servers.suspect(target)
            wait(limits)
          }
        },
        Math.min(limits.suspect_ms, limits.answer_ms),
      )
    }
    /** When the server had all that it needs for an answer; null before. */
    let sent_at: number | null = null
    const passed = forwardTo(target)(
      new URL(request.url ?? '/', target.url),
      { method, headers: request.headers },
      (answer) => {
        clearTimeout(waiting)
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        // A pipe leaves its target open when its source breaks off.
        answer.once('close', () => {
          if (!answer.complete) response.destroy()
        })
      },
    )
    target.in_work.add(passed)
    passed.once('close', () => {
      clearTimeout(waiting)
      target.in_work.delete(passed)
    })
    passed.once('socket', (socket) => {
      if (!socket.connecting) is_reached = true
      else socket.once('connect', () => (is_reached = true))
    })
    passed.once('finish', () => {
      sent_at = performance.now()
    })
    if (waits) wait(waits)
    passed.on('error', () => {
      if (response.headersSent || response.destroyed) return response.destroy()
      if (is_reached) return unavailable(response)
      servers.lose(target)
      if (isRead(request)) return relay(request, response, new Set([...tried, target]))
      return unavailable(response)
    })
    // The client disconnected; otherwise streams would stay open behind it.
    response.once('close', () => passed.destroy())
    request.pipe(passed)
  }

  return (request, response) => relay(request, response, new Set())
}

/** Whether a call can be sent again as it came. */
const isRead = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/**
 * Listens on this machine for the pages' own server code, which calls one address, and relays its calls as they are. Returns that address.
 */
export async function listenForPages(relay: Handler): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(relay)
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', done)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
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

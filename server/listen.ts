import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { refuseUnreadable } from '@openspot/api/plugins/client-errors.ts'
import type { Ports } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'

/** The open connections of each server. The server itself forgets those that were upgraded, to a websocket for example. */
const connections = new WeakMap<Server, Set<Socket>>()

/** Listens on the port of the settings; throws a PlainError if that is not possible. */
export function listen(settings: Settings, ports: Ports): Promise<{ server: Server; port: number }> {
  const server = createServer({
    requestTimeout: 10_000,
    headersTimeout: 8_000,
    connectionsCheckingInterval: 2_000,
  })
  server.on('clientError', refuseUnreadable(ports))
  const open = new Set<Socket>()
  connections.set(server, open)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // A silent connection is closed after this time; event streams send something more often.
  server.setTimeout(60_000)
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'EADDRINUSE'
          ? new PlainError(`Port ${settings.port} is in use by another program. Set PORT to a free port.`)
          : error.code === 'EACCES'
            ? new PlainError(
                `This account cannot listen on port ${settings.port}. Set PORT to a port above 1023.`,
              )
            : error,
      ),
    )
    const { port, host } = settings
    server.listen({ port, host, reusePort: settings.process !== null }, () =>
      done({ server, port: (server.address() as AddressInfo).port }),
    )
  })
}

/** Stops listening and waits until every connection has ended, which takes three seconds at most. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeIdleConnections()
    setTimeout(() => {
      for (const socket of connections.get(server) ?? []) socket.destroy()
    }, 3_000).unref()
  })
}

/** With PORT=0 the system chose the port, so URLs derived from the setting are updated. */
export function atPort(settings: Settings, port: number): Settings {
  const fill = (url: string) => url.replace(/:0$/, `:${port}`)
  return { ...settings, port, public_url: fill(settings.public_url), api_url: fill(settings.api_url) }
}

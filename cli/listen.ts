import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refuseUnreadable } from '@openspot/api/plugins/unreadable.ts'
import type { Ports } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'

/** Listens on the port of the settings; throws a PlainError if that is not possible. */
export function listen(settings: Settings, ports: Ports): Promise<{ server: Server; port: number }> {
  const server = createServer({
    requestTimeout: 10_000,
    headersTimeout: 8_000,
    connectionsCheckingInterval: 2_000,
  })
  server.on('clientError', refuseUnreadable(ports))
  // A silent peer is gone after this time; event streams send something more often.
  server.setTimeout(60_000)
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(
        error.code === 'EADDRINUSE'
          ? new PlainError(`Port ${settings.port} is taken by another program. Set PORT to a free one.`)
          : error.code === 'EACCES'
            ? new PlainError(
                `This account may not listen on port ${settings.port}. Set PORT to one above 1023.`,
              )
            : error,
      ),
    )
    server.listen(settings.port, settings.host, () =>
      done({ server, port: (server.address() as AddressInfo).port }),
    )
  })
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeIdleConnections()
    // Connections that have not ended after a few seconds are closed.
    setTimeout(() => server.closeAllConnections(), 3_000).unref()
  })
}

/** With PORT=0 the system chose the port, so URLs derived from the setting are updated. */
export function atPort(settings: Settings, port: number): Settings {
  const fill = (url: string) => url.replace(/:0$/, `:${port}`)
  return { ...settings, port, public_url: fill(settings.public_url), api_url: fill(settings.api_url) }
}

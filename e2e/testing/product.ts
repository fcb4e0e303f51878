import type { Foundation } from '@openspot/api/app.ts'
import { createLog } from '@openspot/api/log.ts'
import { type Ports, realPorts } from '@openspot/api/ports.ts'
import { type RunningServer, startServer } from '@openspot/cli/server.ts'
import { settingsFor } from '@openspot/cli/settings.ts'
import { testDatabase } from '@openspot/db/testing.ts'

/** The whole product in the test's own process: API, web, worker and stand-ins, with a clock that can be moved on. */
export interface Product {
  url: string
  server: RunningServer & { foundation: Foundation }
  /** Of the database's owner, for what the application may not do. */
  owner_url: string
  /** Moves the server's clock on; the browser's stays. */
  advance(minutes: number): void
  close(): Promise<void>
}

export async function startProduct(): Promise<Product> {
  const database = await testDatabase()
  let ahead = 0
  // The browser, the database, and the product share the cores of one machine: a late event loop says nothing here.
  const ports: Ports = { ...realPorts, now: () => new Date(Date.now() + ahead), loopDelay: () => 0 }
  const troubles: string[] = []
  const log = createLog(
    { log_level: 'error' },
    {
      write: (line) => {
        process.stderr.write(line)
        if (line.includes('"event":"worker_ended"')) troubles.push(line)
      },
    },
  )
  const settings = settingsFor({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error' })
  const { foundation, ...started } = await startServer(settings, database, () => {}, log, ports)
  if (!foundation) throw new Error('The product was started without its API.')
  const server = { ...started, foundation }
  return {
    url: server.url,
    server,
    owner_url: database.owner_url,
    advance(minutes) {
      ahead += minutes * 60_000
    },
    async close() {
      await server.close()
      await database.drop()
      if (troubles.length > 0) throw new Error(troubles[0])
    },
  }
}

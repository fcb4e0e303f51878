import type { AppDeps } from '@openspot/api/app/app.ts'
import { createLog } from '@openspot/api/log.ts'
import { type Ports, realPorts } from '@openspot/api/ports.ts'
import { placedDatabase } from '@openspot/api/testing/placed-database.ts'
import { isLostConnection } from '@openspot/db/lost-connection.ts'
import { filledDatabase, type TestDatabase } from '@openspot/db/testing/database.ts'
import { type RunningServer, startServer } from '@openspot/server/server.ts'
import { settingsFor } from '@openspot/server/settings.ts'
import { makeTown } from '@openspot/tools/demo/town.ts'
import pg from 'pg'
import { inject } from 'vitest'
import { rememberServerLine } from './evidence.ts'
import { chooseHalfHour } from './half-hours.ts'

/** The whole product in the test's own process: API, web, worker, and stand-ins, with an adjustable clock. */
export interface Product {
  url: string
  server: RunningServer & { deps: AppDeps }
  /** As the database's owner, for what the application role may not do. */
  owner_url: string
  /** Advances the server's clock; the browser's stays. */
  advance(minutes: number): void
  close(): Promise<void>
}

/** A busy machine may answer a connection too late; the worker then starts again, as after any lost connection. */
function isTrouble(line: string): boolean {
  const { event, err } = JSON.parse(line) as { event?: string; err?: { message?: string } }
  return event === 'worker_ended' && !isLostConnection(new Error(err?.message))
}

/** Warnings are only evidence of why a test failed: too many tests cause some on purpose. */
const isError = (line: string): boolean =>
  ['error', 'fatal'].includes((JSON.parse(line) as { level: string }).level)

/**
 * Starts the product without lots and accounts, with `env` on top of its settings. Its places for search are loaded once
 * in a test run.
 */
export const startProduct = async (env: Record<string, string> = {}): Promise<Product> =>
  startOn(await placedDatabase(), env)

/** Starts the product with the demo town, which is made once in a test run. */
export const startTown = async (): Promise<Product> =>
  startOn(await filledDatabase('template_town', fillTown))

/** With the product running, because the town's payments are made at the card provider. */
async function fillTown(draft: TestDatabase): Promise<void> {
  await replaceBy(await placedDatabase(), draft)
  const product = await startOn({ ...draft, drop: async () => {} })
  await makeTown(product.server.deps, { seed: 1 })
  await product.close()
}

/** Gives a database the name of an empty one, which it replaces. */
async function replaceBy(filled: TestDatabase, empty: TestDatabase): Promise<void> {
  await empty.drop()
  const server = new pg.Client({ connectionString: inject('test_server_url') })
  await server.connect()
  await server.query(`alter database ${filled.name} rename to ${empty.name}`)
  await server.end()
}

async function startOn(database: TestDatabase, env: Record<string, string> = {}): Promise<Product> {
  chooseHalfHour()
  let ahead = 0
  // Browser, database, and product share the cores of one machine, so a late event loop does not mean overload.
  const ports: Ports = { ...realPorts, now: () => new Date(Date.now() + ahead), loopDelay: () => 0 }
  const troubles: string[] = []
  const log = createLog(
    { log_level: 'warn' },
    {
      write: (line) => {
        rememberServerLine(line)
        if (isError(line)) process.stderr.write(line)
        if (isTrouble(line)) troubles.push(line)
      },
    },
  )
  // A test reads what it has just written.
  const fixed = {
    OPENSPOT_PASSWORD_COST: '4',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    OPENSPOT_SHARED_PAGE_SECONDS: '0',
  }
  const settings = settingsFor({ ...fixed, ...env })
  const { deps, ...started } = await startServer(settings, database, () => {}, log, ports)
  if (!deps) throw new Error('The product was started without its API.')
  const { url } = started
  // A process keeps the modules of all its test files, and each of them keeps its product: a closed one lets go of what it was made of.
  let open: Product['server'] | null = { ...started, deps }
  const running = (): Product['server'] => {
    if (open === null) throw new Error('This product was closed.')
    return open
  }
  return {
    url,
    get server() {
      return running()
    },
    owner_url: database.owner_url,
    advance(minutes) {
      ahead += minutes * 60_000
    },
    async close() {
      await running().close()
      open = null
      await database.drop()
      if (troubles.length > 0) throw new Error(troubles[0])
    },
  }
}

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connectDatabase } from '@openspot/db/database.ts'
import type { DatabaseAddress } from '@openspot/server/open-database.ts'
import { startServer } from '@openspot/server/server.ts'
import { settingsFor } from '@openspot/server/settings.ts'
import { benchSecret, productRoles, type Usage } from './messages.ts'

/** The part of Fastify that the bare route needs; its own types belong to the API's packages. */
interface BareServer {
  get(path: string, handler: (request: { params: { spot_id: string } }) => Promise<unknown>): unknown
  listen(address: { port: number; host: string }): Promise<string>
}

/** The product as `npm start` runs it: default settings, including logging. */
async function startProduct(database: DatabaseAddress, roles: string): Promise<string> {
  const settings = settingsFor({
    OPENSPOT_ROLES: roles,
    // The stand-ins of property-management systems run on this machine.
    OPENSPOT_VENDOR_NETWORKS: '127.0.0.1/32',
    OPENSPOT_SECRET: benchSecret,
    HOST: '127.0.0.1',
    // The load appears to come from many addresses, so that rate limits per address do not end the run.
    OPENSPOT_TRUSTED_PROXIES: '1',
    PORT: '0',
  })
  const server = await startServer(settings, database, () => {})
  return `http://127.0.0.1:${new URL(server.url).port}`
}

/** The baseline for reads: the same framework, driver, and pool, one prepared statement, and nothing else. */
async function startBare(database_url: string): Promise<string> {
  // The API's own Fastify, so that both use the same version.
  const fastify = createRequire(new URL('../../api/app/app.ts', import.meta.url))(
    'fastify',
  ) as () => BareServer
  const { pool } = await connectDatabase(database_url)
  const app = fastify()
  app.get('/spots/:spot_id', async ({ params }) => {
    const { rows } = await pool.query<Record<string, unknown>>({
      name: 'bare_spot',
      text: 'select id, lot_id, label, type, features, level, shape from spots where id = $1',
      values: [params.spot_id],
    })
    return rows[0]
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/**
 * The most memory since it was last asked for, in MB. Linux counts it for each process and begins again when told to; looking from time to time
 * would miss what is taken while this process works without a break. Elsewhere it is the most since the process began.
 */
function takePeak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 2 ** 10
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  writeFileSync('/proc/self/clear_refs', '5')
  return Number(kilobytes) / 2 ** 10
}

function usage(): Usage {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return {
    rss_mb: rss / 2 ** 20,
    peak_rss_mb: takePeak(),
    heap_mb: heapUsed / 2 ** 20,
    cpu_seconds: (user + system) / 1e6,
  }
}

const [kind, url = '', owner_url = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit(0))
const at =
  kind === 'bare'
    ? await startBare(url)
    : await startProduct({ url, owner_url }, productRoles[kind as keyof typeof productRoles])
process.on('message', () => process.send?.(usage()))
process.send?.(at)

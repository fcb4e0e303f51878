import path from 'node:path'
import { createLog } from '@openspot/api/log.ts'
import { observe } from '@openspot/api/platform/observability/observe.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { freePort } from '@openspot/db/embedded/cluster.ts'
import { cardFormOf, standInCardForm, standInUrl } from '@openspot/server/card-form.ts'
import { answerWith, type Parts } from '@openspot/server/front.ts'
import { atPort, closeServer, listen } from '@openspot/server/listen.ts'
import { type OpenDatabase, openDatabase } from '@openspot/server/open-database.ts'
import { catchBugs } from '@openspot/server/process-handlers.ts'
import { root, settingsOfProcess } from '@openspot/server/settings.ts'
import { requestHealth } from '@openspot/server/start-watching.ts'
import { prepareDevWeb } from '@openspot/server/web.ts'
import { onStop } from '../commands/start.ts'
import type { Go } from './api-main.ts'
import { startApi } from './api-process.ts'
import { watchSources } from './watch-sources.ts'

/** The API is restarted when a file in one of these changes. The web has its own watcher. */
const apiFolders = ['api', 'core', 'contract', 'db', 'stand-ins', 'server', 'tools', 'cli']

const print = (line: string) => console.log(`  ${line}`)

/**
 * Serves everything on one port and reloads what changes. This process keeps the port, the embedded database, and the
 * web with Next.js's development server; API and worker run in a child process that is restarted after a change.
 */
export async function dev(args: string[]): Promise<number> {
  const given = settingsOfProcess()
  if (given.environment !== 'local')
    throw new PlainError(`dev is for the local environment; OPENSPOT_ENV is ${given.environment}.`)
  const inspect = readInspect(args)
  const log = createLog(given)
  const undo: (() => Promise<void> | void)[] = []
  let end: (code: number) => void = () => {}
  const ended = new Promise<number>((done) => {
    end = done
  })
  onStop(() => end(0))
  // A page that fails while it is being written must not end the loop, so errors are only logged.
  catchBugs(log, () => {})
  const begin = async () => {
    const { server, port } = await listen(given, realPorts)
    undo.push(() => closeServer(server))
    const settings = atPort(given, port)
    const onTaken = (error: PlainError) => {
      console.error(error.message)
      end(1)
    }
    const database = await openDatabase(settings, { log, onTaken })
    undo.push(() => database.close())
    const api_url = `http://127.0.0.1:${await freePort()}`
    const env = await environmentOfApi(settings, database, api_url)
    const api = startApi({ url: api_url, env, go: inspect, print })
    undo.push(() => api.close())

    // The ports for metrics, health, and traces belong to the child.
    const watch = await observe({ ...settings, otlp_endpoint: null }, undefined, log)
    watch.health.add('api', () => requestHealth({ api_url }, realPorts))
    // The child starts the stand-in, at a port that it got from here.
    const stand_in_url = standInUrl(settings.public_url, env['STRIPE_STAND_IN_PORT'] ?? '')
    const card_form =
      settings.stripe.secret_key === null ? standInCardForm(stand_in_url) : cardFormOf(settings)
    const parts: Parts = { app: null, api: api.handle, web: null, secrets: null, card_form }
    server.on('request', answerWith({ settings, ports: realPorts, watch }, parts))

    undo.push(
      watchSources(
        apiFolders.map((folder) => path.join(root, folder)),
        (files) => void reload(api.restart, files),
      ),
    )
    if (settings.roles.web) {
      const web = await prepareDevWeb(settings, port)
      undo.push(() => web.close())
      parts.web = web
    }
    console.log(`\nOpenspot is at ${settings.public_url}  (development; Ctrl-C stops it)\n`)
  }
  try {
    const begun = begin()
    const first = await Promise.race([begun, ended])
    // If stopped while still starting, what is being started is waited for and then ended.
    if (first !== undefined) await Promise.allSettled([begun])
    return await ended
  } finally {
    for (const step of undo.splice(0).toReversed()) await step()
  }
}

async function reload(restart: () => Promise<boolean>, files: string[]): Promise<void> {
  const began = performance.now()
  const [first = '', ...others] = files.map((file) => path.relative(root, file))
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  if (await restart())
    print(`${first}${more} changed: API restarted in ${Math.round(performance.now() - began)} ms`)
}

/** The child joins our database by its URL, and listens behind us as behind a proxy. */
async function environmentOfApi(
  settings: Settings,
  database: OpenDatabase,
  api_url: string,
): Promise<NodeJS.ProcessEnv> {
  const { stripe, trusted_proxies, secret } = settings
  return {
    ...process.env,
    OPENSPOT_ENV: 'local',
    OPENSPOT_ROLES: 'api,worker',
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: database.direct_url ?? database.url,
    DATABASE_MIGRATE_URL: database.owner_url,
    HOST: '127.0.0.1',
    PORT: new URL(api_url).port,
    OPENSPOT_PUBLIC_URL: settings.public_url,
    OPENSPOT_API_URL: settings.api_url,
    // Pages of the stand-in stay where they are when the API restarts.
    STRIPE_STAND_IN_PORT: String(stripe.stand_in_port || (await freePort())),
    OPENSPOT_TRUSTED_PROXIES: String(secret === null ? trusted_proxies + 1 : trusted_proxies),
  }
}

function readInspect(args: string[]): Go {
  const found = args.map((arg) => /^--inspect(-brk)?(?:=(\d{1,5}))?$/.exec(arg))
  if (found.includes(null))
    throw new PlainError(
      'dev only has the options --inspect and --inspect-brk. Usage: npm run dev -- --inspect[=port]',
    )
  const [first] = found
  return first
    ? { inspect_port: Number(first[2] ?? 9229), waits: first[1] !== undefined }
    : { inspect_port: null, waits: false }
}

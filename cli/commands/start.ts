import path from 'node:path'
import type { AppDeps } from '@openspot/api/app/app.ts'
import { createLog, type Log } from '@openspot/api/log.ts'
import { needsAdmin } from '@openspot/api/platform/admins/admins.sql.ts'
import { setupToken } from '@openspot/api/platform/admins/setup-token.ts'
import { realPorts } from '@openspot/api/ports.ts'
import type { PlainError } from '@openspot/core/plain-error.ts'
import { isLoopback, type Settings } from '@openspot/core/settings.ts'
import { atPort } from '@openspot/server/listen.ts'
import { type OpenDatabase, openDatabase } from '@openspot/server/open-database.ts'
import { untilPagesAnswer } from '@openspot/server/pages-answer.ts'
import { catchBugs } from '@openspot/server/process-handlers.ts'
import { releaseStartMemory } from '@openspot/server/release-start-memory.ts'
import { type RunningServer, startServer } from '@openspot/server/server.ts'
import { root, settingsOfProcess } from '@openspot/server/settings.ts'
import { supervise } from '@openspot/server/supervise.ts'

/** Sent over IPC by `start --quiet` once it answers requests. */
export const readyMessage = 'openspot ready'

const print = (line: string) => console.log(`  ${line}`)

/**
 * Serves until it is stopped, then shuts down everything in the order that loses nothing. `--quiet` leaves out the
 * lines about where it is; the process that started it is told over IPC instead, as `npm run dev` needs it.
 */
export async function start(args: string[]): Promise<number> {
  const isQuiet = args.includes('--quiet')
  // In development, loading the code delays the event loop on each restart, which is not an overload.
  const ports = isQuiet ? { ...realPorts, loopDelay: () => 0 } : realPorts
  const settings = settingsOfProcess()
  let end: (code: number) => void = () => {}
  const ended = new Promise<number>((done) => {
    end = done
  })
  // Others say what there is to say once.
  const isSilent = isQuiet || settings.process !== null
  const log = createLog(settings)
  const onTaken = (error: PlainError) => {
    console.error(error.message)
    end(1)
  }
  const unwanted = new AbortController()
  onStop(() => {
    unwanted.abort()
    end(0)
  })
  catchBugs(log, endSoon(end))
  if (!isSilent) console.log(`Openspot (${settings.environment})`)
  const needsDatabase = settings.roles.api || settings.roles.worker
  const database = needsDatabase ? await openDatabase(settings, { log, onTaken }) : null
  let server: RunningServer | undefined
  try {
    if (settings.processes > 1) return await startSeveral(settings, database, log, args, ended)
    const starting = startServer(settings, database, print, log, ports, unwanted.signal, releaseStartMemory)
    const first = await Promise.race([starting, ended])
    // If stopped while still starting, it closes what was started.
    if (typeof first === 'number') {
      server = await starting.catch(() => undefined)
      return first
    }
    server = first
    const pages = settings.roles.web
      ? Promise.race([untilPagesAnswer(server.answer, print, unwanted.signal), ended])
      : Promise.resolve()
    // Without an API of its own, the pages answer as soon as that one does; until then the process is there all the same.
    if (settings.roles.api) await pages
    if (isQuiet) process.send?.(readyMessage)
    if (settings.environment === 'local' && settings.demo && server.deps) await makeFirstTown(server.deps)
    if (server.deps && (settings.process?.number ?? 1) === 1) await printSetup(server.deps)
    if (settings.process !== null) process.send?.(readyMessage)
    await pages
    if (unwanted.signal.aborted) return await ended
    if (!isSilent) sayWhere(settings, server.url)
    return await ended
  } finally {
    await server?.close()
    await database?.close()
  }
}

function sayWhere({ host }: Settings, url: string): void {
  console.log(`\nOpenspot is at ${url}  (Ctrl-C stops it)\n`)
  if (isLoopback(host)) print('Only this machine can reach it. HOST=0.0.0.0 opens it to the network.')
}

const startSeveral = (
  settings: Settings,
  database: OpenDatabase | null,
  log: Log,
  args: string[],
  ended: Promise<number>,
): Promise<number> =>
  supervise({
    settings,
    database,
    log,
    program: path.join(root, 'cli', 'main.ts'),
    args: ['start', ...args],
    env: process.env,
    ended,
    onReady: (port) => sayWhere(settings, atPort(settings, port).public_url),
  })

/** After a bug, work in progress gets a few seconds to finish; then the process exits regardless. */
const endSoon =
  (end: (code: number) => void) =>
  (code: number): void => {
    end(code)
    setTimeout(() => process.exit(code), 5_000).unref()
  }

/** Until there is a platform admin, each start prints the address at which the operator becomes the first. */
async function printSetup({ database, secrets, settings }: AppDeps): Promise<void> {
  if (!settings.roles.api || !(await needsAdmin(database.db))) return
  console.log('\nThere is no platform admin yet. Sign up, then open this address to become the first:')
  print(`${settings.public_url}/setup#${setupToken(secrets)}`)
}

/** The first start fills an empty database with demo data and prints who can sign in. */
async function makeFirstTown(deps: AppDeps): Promise<void> {
  const { database } = deps
  const { rows } = await database.pool.query<{ empty: boolean }>(
    'select not exists (select from lots) and not exists (select from users) as empty',
  )
  if (!rows[0]?.empty) return
  print('creating the demo town …')
  // Loaded only here, because a server with data never needs it.
  const { makeTown } = await import('@openspot/tools/demo/town.ts')
  const town = await makeTown(deps, { seed: 1 })
  console.log('\nWho can sign in:')
  for (const account of town.accounts) {
    console.log(
      `  ${account.email.padEnd(34)} ${account.password.padEnd(22)} ${account.role}${account.lot ? `, ${account.lot}` : ''}`,
    )
  }
}

export function onStop(stop: () => void): void {
  // A second signal changes nothing, because it is already stopping.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // The parent process is gone, however it ended.
  process.on('disconnect', stop)
  // It may have gone before anyone listened.
  if (process.send && !process.connected) stop()
}

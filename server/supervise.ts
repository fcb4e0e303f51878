import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@openspot/api/log.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { alertOperator } from './alert-operator.ts'
import { closeServer, listen } from './listen.ts'
import type { DatabaseAddress } from './open-database.ts'

interface Supervision {
  settings: Settings
  /** Null if only the web is served. */
  database: DatabaseAddress | null
  log: Log
  /** The program that each process runs, with its arguments. It sends a message when it has started. */
  program: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** Resolves with the exit code when everything is to end. */
  ended: Promise<number>
  onReady: (port: number) => void
}

/** A process that ran for this long starts again at once, and others wait longer each time. */
const healthyMilliseconds = 60_000
const longestPause = 30_000
/** Each process closes by itself in less. */
const endMilliseconds = 15_000

/**
 * Runs the processes of `OPENSPOT_PROCESSES` and replaces each that ends. All of them listen on the same port, and the system spreads the
 * connections. The first one also has the worker, if this machine has that role, and starts before the others, because it migrates.
 * Returns the exit code: that of the first process if it can't start at all.
 */
export async function supervise(wanted: Supervision): Promise<number> {
  const { settings, log, ended } = wanted
  if (process.platform !== 'linux')
    throw new PlainError('OPENSPOT_PROCESSES must be 1 on this system: only Linux spreads connections.')
  // Reports a port that is taken, and chooses one for PORT=0. Processes that share a port can't tell who else does.
  const { server, port } = await listen(settings, realPorts)
  await closeServer(server)
  const running = new Set<ChildProcess>()
  let is_ending = false
  const first = launch(1, 0)
  const begun = await Promise.race([first.ready, first.exit, ended.then(() => null)])
  if (begun !== 'ready' && begun !== null) return begun.code ?? 1
  const kept = [keep(1, first)]
  if (begun === 'ready') {
    const others = Array.from({ length: settings.processes - 1 }, (_, at) => ({
      number: at + 2,
      process: launch(at + 2, 0),
    }))
    for (const { number, process } of others) kept.push(keep(number, process))
    await Promise.race([
      Promise.all(others.map(({ process }) => Promise.race([process.ready, process.exit]))),
      ended,
    ])
    if (!is_ending) wanted.onReady(port)
  }
  const code = await ended
  is_ending = true
  for (const child of running) child.kill('SIGTERM')
  const late = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, endMilliseconds)
  await Promise.all(kept)
  clearTimeout(late)
  return code

  function launch(number: number, restarts: number) {
    const child = fork(wanted.program, wanted.args, { env: environmentOf(wanted, port, number, restarts) })
    running.add(child)
    const exit = new Promise<{ code: number | null; signal: string | null }>((done) => {
      child.once('exit', (code, signal) => {
        running.delete(child)
        done({ code, signal })
      })
    })
    const ready = new Promise<'ready'>((done) => child.once('message', () => done('ready')))
    return { exit, ready, began: performance.now() }
  }

  async function keep(number: number, process: ReturnType<typeof launch>): Promise<void> {
    void ended.then(() => {
      is_ending = true
    })
    for (let restarts = 1, failures = 0; ; restarts++) {
      const { code, signal } = await process.exit
      if (is_ending) return
      const ran_ms = Math.round(performance.now() - process.began)
      failures = ran_ms > healthyMilliseconds ? 0 : failures + 1
      const again_ms = failures === 0 ? 0 : Math.min(longestPause, 250 * 2 ** failures)
      log.error(
        { event: 'process_ended', process: number, code, signal, ran_ms, again_ms },
        'a process ended',
      )
      const how = signal === null ? `with code ${code}` : `by ${signal}`
      void alertOperator(
        { settings, log, ports: realPorts, database: wanted.database },
        {
          event: 'PROCESS_ENDED',
          summary: `Process ${number} of ${settings.processes} ended ${how} after ${Math.round(ran_ms / 1000)} s. It is started again.`,
        },
      )
      await Promise.race([pause(again_ms, undefined, { ref: false }), ended])
      if (is_ending) return
      process = launch(number, restarts)
    }
  }
}

/** The environment of a process: the first one has everything that there is once, and ports of their own have consecutive numbers. */
function environmentOf(
  { settings, database, env }: Supervision,
  port: number,
  number: number,
  restarts: number,
): NodeJS.ProcessEnv {
  const { roles, metrics, health_port } = settings
  const own = (first: number | null) => (first === null ? {} : { port: first === 0 ? 0 : first + number - 1 })
  const metricsPort = own(metrics.port).port
  const healthPort = own(health_port).port
  const has = { ...roles, worker: roles.worker && number === 1 }
  return {
    ...env,
    OPENSPOT_ENV: settings.environment,
    OPENSPOT_PROCESSES: '1',
    OPENSPOT_PROCESS: String(number),
    OPENSPOT_PROCESS_RESTARTS: String(restarts),
    OPENSPOT_ROLES: Object.entries(has)
      .flatMap(([role, is_on]) => (is_on ? [role] : []))
      .join(','),
    PORT: String(port),
    ...(database === null
      ? {}
      : {
          DATABASE_URL: database.url,
          DATABASE_DIRECT_URL: database.direct_url ?? database.url,
          DATABASE_MIGRATE_URL: database.owner_url,
        }),
    ...(metricsPort === undefined ? {} : { OPENSPOT_METRICS_PORT: String(metricsPort) }),
    ...(healthPort === undefined ? {} : { OPENSPOT_HEALTH_PORT: String(healthPort) }),
    ...(number === 1
      ? {}
      : {
          OPENSPOT_DEMO: '0',
          STRIPE_STAND_IN_PORT: '0',
          VENDOR_STAND_IN_PORT: '0',
          MESSAGING_STAND_IN_PORT: '0',
        }),
  }
}

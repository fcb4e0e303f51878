import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  fchmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlainError } from '@openspot/core/plain-error.ts'
import { appRole } from '../privileges.ts'
import { appPassword, makeAppRole } from './app-role.ts'
import { postgresFolder } from './binaries.ts'
import { dropCopiedPid, isServer, lastPort, recovers, runningPostmaster, untilAnswers } from './postmaster.ts'
import { giveToPostgres, type RunAs, runAs } from './run-as.ts'
import { hasSocket, noSockets, socketFolder, socketSettings } from './sockets.ts'

/** A PostgreSQL server that runs in one of our folders. */
export interface Cluster {
  /** URL of one of its databases as the owner, who is a superuser: for migrations and maintenance. */
  url: (database: string) => string
  /** The same as the application role. */
  appUrl: (database: string) => string
  /** `appUrl` through a socket file, which costs less than TCP; `appUrl` itself where there is none. */
  localUrl: (database: string) => string
  /** The port, on this machine only. */
  port: number
  /** Shuts it down and waits until it is gone. */
  stop(): Promise<void>
}

/** PostgreSQL's programs get none of our environment, because its locale would affect how the cluster is created. */
const plainEnvironment = { NODE_ENV: 'production', PATH: '/usr/bin:/bin', LC_ALL: 'C' } as const

/**
 * Starts PostgreSQL in `folder`, creating the cluster if there is none. A server that already runs there, left by a
 * killed process or started by another of ours, is reused.
 *
 * `settings` are server settings for a newly started server (`fsync=off` for tests). A new server listens on `port`, or
 * on its previous port if that is free, so that earlier clients find it again.
 */
export async function startCluster(folder: string, settings: string[] = [], port?: number): Promise<Cluster> {
  const data = path.join(folder, 'cluster')
  const native = postgresFolder()
  const as = runAs([folder, native])
  makeCluster(folder, data, native, as)
  const password = readFileSync(path.join(folder, 'password'), 'utf8').trim()
  const addresses = (port: number): Addresses => {
    const appUrl = (database: string) =>
      `postgres://${appRole}:${appPassword(password)}@127.0.0.1:${port}/${database}`
    const host = hasSocket(folder, port) ? `?host=${encodeURIComponent(socketFolder(folder))}` : ''
    return {
      url: (database) => `postgres://openspot:${password}@127.0.0.1:${port}/${database}`,
      appUrl,
      localUrl: (database) => appUrl(database) + host,
    }
  }
  const ready = async (server: { pid: number; port: number }): Promise<Cluster> => {
    await makeAppRole(addresses(server.port).url('postgres'), password)
    return cluster(server, data, addresses(server.port))
  }

  dropCopiedPid(data)
  for (let attempt = 0; attempt < 4; attempt++) {
    const running = runningPostmaster(data)
    if (running && (await untilAnswers(addresses(running.port).url('postgres'), data, recovers(running.pid))))
      return ready(running)
    const at = port ?? (attempt === 0 ? lastPort(data) : null) ?? (await freePort())
    // Some file systems, such as shared folders of virtual machines, take no socket files, and PostgreSQL does not start then.
    const sockets = attempt < 2 ? socketSettings(folder, runningPostmaster(data) !== undefined) : noSockets
    const child = spawnServer(data, native, as, at, [...sockets, ...settings])
    let isOver = false
    child.once('exit', () => {
      isOver = true
    })
    if (await untilAnswers(addresses(at).url('postgres'), data, () => !isOver))
      return ready({ pid: child.pid ?? 0, port: at })
    // Another process may have just started it, or the port was just taken: look again.
    await pause(100)
  }
  throw new PlainError(`PostgreSQL did not start in ${folder}: ${lastLogLine(data)}`)
}

type Addresses = Pick<Cluster, 'url' | 'appUrl' | 'localUrl'>

function cluster(server: { pid: number; port: number }, data: string, addresses: Addresses): Cluster {
  return {
    ...addresses,
    port: server.port,
    async stop() {
      // SIGINT is PostgreSQL's fast shutdown: it ends sessions and writes everything.
      if (isServer(server.pid, data)) process.kill(server.pid, 'SIGINT')
      while (isServer(server.pid, data) && existsSync(path.join(data, 'postmaster.pid'))) await pause(20)
    },
  }
}

function makeCluster(folder: string, data: string, native: string, as: RunAs): void {
  if (existsSync(path.join(data, 'PG_VERSION'))) return
  mkdirSync(folder, { recursive: true })
  // Created elsewhere and moved in one step, so that a killed start leaves nothing half made.
  const draft = path.join(folder, `cluster.${process.pid}.${randomBytes(4).toString('hex')}`)
  const password = randomBytes(24).toString('base64url')
  const passwordFile = `${draft}.password`
  mkdirSync(draft, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  giveToPostgres(draft)
  giveToPostgres(passwordFile)
  const words = [
    ...as.prefix,
    path.join(native, 'bin', 'initdb'),
    `--pgdata=${draft}`,
    '--username=openspot',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const made = spawnSync(words[0] ?? '', words.slice(1), {
    encoding: 'utf8',
    env: plainEnvironment,
    ...as.account,
  })
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
    const reason =
      made.error?.message ??
      made.stderr
        .trim()
        .split('\n')
        .findLast((line) => /error|fatal|could not/i.test(line))
    throw new PlainError(
      `PostgreSQL could not create its files in ${folder}: ${reason ?? made.stderr.trim()}`,
    )
  }
  try {
    renameSync(draft, data)
    renameSync(passwordFile, path.join(folder, 'password'))
  } catch (error) {
    // Another start was faster; its cluster is equivalent.
    rmSync(draft, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
    if (!existsSync(path.join(data, 'PG_VERSION'))) throw error
  }
}

function spawnServer(
  data: string,
  native: string,
  as: RunAs,
  port: number,
  settings: string[],
): ChildProcess {
  const shared = Math.max(64, Math.min(1024, Math.floor(totalmem() / 2 ** 20 / 16)))
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=120',
    `shared_buffers=${shared}MB`,
    // Full-page images right after a checkpoint halve the booking rate; rare, large checkpoints keep that short.
    'max_wal_size=4GB',
    'checkpoint_timeout=15min',
    'wal_compression=off',
    // A failed statement and its error contain row values. The application logs errors without them.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_parameter_max_length_on_error=0',
    ...settings,
  ].flatMap((setting) => ['-c', setting])
  const words = [...as.prefix, path.join(native, 'bin', 'postgres'), '-D', data, ...options]
  const log = openLog(path.join(path.dirname(data), 'postgres.log'))
  const child = spawn(words[0] ?? '', words.slice(1), {
    // Its own process group: Ctrl-C in a terminal reaches only us, and we stop it when we have finished.
    detached: true,
    stdio: ['ignore', log, log],
    env: plainEnvironment,
    ...as.account,
  })
  child.on('error', () => child.emit('exit'))
  child.unref()
  return child
}

/** Readable only by the account that runs us; earlier versions created a log open to all. */
function openLog(file: string): number {
  const log = openSync(file, 'a', 0o600)
  fchmodSync(log, 0o600)
  return log
}

/** Returns an unused port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function lastLogLine(data: string): string {
  try {
    const lines = readFileSync(path.join(path.dirname(data), 'postgres.log'), 'utf8')
      .trim()
      .split('\n')
    return (
      lines.findLast((line) => /FATAL|PANIC|error/i.test(line))?.replace(/^.*?(FATAL|PANIC):\s*/, '') ??
      lines.at(-1) ??
      ''
    )
  } catch {
    return 'it wrote no log.'
  }
}

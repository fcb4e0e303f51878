import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { closeQuietly } from '../close-quietly.ts'
import { pgBouncer } from './pgbouncer-path.ts'
import { unusedPort } from './unused-port.ts'

/** It refuses to run as root. */
const nobody = 65_534

export interface Pooler {
  /** The same database through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Starts PgBouncer in transaction mode in front of the database of a URL, as its role. `settings` replace ours. */
export async function startPgBouncer(url: string, settings: Record<string, string> = {}): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-pgbouncer-'))
  const file = path.join(folder, 'pgbouncer.ini')
  const own = await unusedPort()
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: String(own),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: '12',
    max_client_conn: '200',
    max_prepared_statements: '200',
    ...settings,
  }
  writeFileSync(
    file,
    [
      '[databases]',
      `${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${password}`,
      '[pgbouncer]',
      ...Object.entries(lines).map(([name, value]) => `${name} = ${value}`),
      '',
    ].join('\n'),
    { mode: 0o600 },
  )
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in account) for (const each of [folder, file]) chownSync(each, nobody, nobody)
  const child = spawn(pgBouncer, [file], { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder, ...account })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += data.toString()
    })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const address = new URL(url)
  address.port = String(own)
  address.hostname = '127.0.0.1'
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  while (!(await answers(address.href))) {
    if (child.exitCode === null && child.signalCode === null) continue
    await stop()
    throw new Error(`PgBouncer did not start:\n${said}`)
  }
  return { url: address.href, stop }
}

/** Also false while it does not listen yet. Opens no session at the server. */
async function answers(url: string): Promise<boolean> {
  const console = new URL(url)
  console.pathname = '/pgbouncer'
  const client = new pg.Client({ connectionString: console.href, connectionTimeoutMillis: 500 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    // The console is not for this role, so it listens.
    return error instanceof pg.DatabaseError
  } finally {
    await closeQuietly(client)
  }
}

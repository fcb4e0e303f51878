import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@openspot/db/embedded/cluster.ts'
import pg from 'pg'
import { until } from '../under-test/until.ts'
import { type Debian, openCitus } from './debian.ts'
import { processTree, signalAll } from './processes.ts'

/** A coordinator and workers of Citus on this machine. */
interface CitusCluster {
  /** The database on the coordinator, as a superuser. */
  url: string
  workers: { host: string; port: number }[]
  stop(): void
}

const host = '127.0.0.1'
const database = 'openspot'

const settings = (port: number): string[] =>
  [
    ['port', port],
    ['listen_addresses', host],
    ['unix_socket_directories', ''],
    ['shared_preload_libraries', 'citus'],
    ['wal_level', 'logical'],
    ['max_connections', 200],
    ['max_prepared_transactions', 300],
    ['shared_buffers', '128MB'],
    ['timezone', 'UTC'],
    // As the other database of the comparison, so that both wait for the same.
    ['fsync', 'off'],
    ['citus.node_conninfo', 'sslmode=disable'],
    ['citus.enable_statistics_collection', 'off'],
  ].flatMap(([name, value]) => ['-c', `${name}=${value}`])

/** Starts a coordinator and `count` workers with an empty database. */
export async function startCitus(count: number): Promise<CitusCluster> {
  const debian = openCitus()
  const home = mkdtempSync(path.join(debian.folder, 'var', 'tmp', 'drill-'))
  const inside = `/${path.relative(debian.folder, home)}`
  debian.run('chown', ['postgres:postgres', inside])
  const log = openSync(path.join(home, 'log'), 'a')
  const pids: number[] = []
  const ports: number[] = []
  const cluster: CitusCluster = {
    url: '',
    workers: [],
    stop() {
      signalAll([...new Set(pids.flatMap((pid) => processTree(pid)))], 'SIGKILL')
      closeSync(log)
      rmSync(home, { recursive: true, force: true })
    },
  }
  try {
    for (let node = 0; node <= count; node++) {
      const port = await freePort()
      ports.push(port)
      pids.push(startNode(debian, `${inside}/node${node}`, port, log))
    }
    for (const port of ports) await makeDatabase(port)
    const [coordinator = 0, ...workers] = ports
    cluster.url = urlOf(coordinator, database)
    cluster.workers = workers.map((port) => ({ host, port }))
    await join(cluster.url, coordinator, workers)
    return cluster
  } catch (error) {
    const tail = readFileSync(path.join(home, 'log'), 'utf8').slice(-3_000)
    cluster.stop()
    throw new Error(`Citus did not start:\n${tail}`, { cause: error })
  }
}

const urlOf = (port: number, name: string) => `postgres://postgres@${host}:${port}/${name}`

function startNode(debian: Debian, folder: string, port: number, log: number): number {
  const initialize = `initdb -D ${folder} -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync`
  return debian.start(
    'sh',
    ['-c', `${initialize} && exec postgres -D ${folder} "$@"`, 'sh', ...settings(port)],
    log,
  )
}

async function makeDatabase(port: number): Promise<void> {
  await until(`the server at ${port} answers`, () =>
    run(urlOf(port, 'postgres'), 'select').then(
      () => true,
      () => false,
    ),
  )
  await run(urlOf(port, 'postgres'), `create database ${database}`)
  await run(urlOf(port, database), 'create extension citus')
}

async function join(url: string, coordinator: number, workers: number[]): Promise<void> {
  await run(url, `select citus_set_coordinator_host('${host}', ${coordinator})`)
  for (const port of workers) await run(url, `select citus_add_node('${host}', ${port})`)
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('notice', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

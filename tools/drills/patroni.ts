import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { appPassword, makeAppRole } from '@openspot/db/embedded/app-role.ts'
import type { Cluster } from '@openspot/db/embedded/cluster.ts'
import { freePort } from '@openspot/db/embedded/cluster.ts'
import { appRole } from '@openspot/db/privileges.ts'
import { until } from '../under-test/until.ts'
import { type Debian, openDebian } from './debian.ts'
import { processTree, signalAll } from './processes.ts'

const password = 'drill'

/** A database server with its Patroni. */
interface Node {
  name: string
  port: number
  rest_port: number
  /** The state that Patroni reports. */
  pid: number
}

/** Three database servers with synchronous replication, and one address that always leads to the primary. */
export interface PatroniCluster extends Pick<Cluster, 'url' | 'appUrl'> {
  primary(): Promise<string>
  /** Waits until both standbys follow the primary, one of them synchronously. */
  untilHealthy(): Promise<void>
  /** Kills the database server of the primary. Its Patroni lives on. */
  killServer(): Promise<void>
  /** Kills everything on the node of the primary, and answers how to start it again. */
  killNode(): Promise<() => void>
  /** Stops everything on the node of the primary without ending it, and answers how to let it go on. */
  freezeNode(): Promise<() => void>
  /** Makes another node the primary, as an operator does before maintenance. */
  switchOver(): Promise<void>
  stop(): void
}

interface Member {
  name: string
  role: string
  state: string
  timeline: number
}

export async function startPatroni(): Promise<PatroniCluster> {
  const debian = openDebian()
  const home = mkdtempSync(path.join(debian.folder, 'var', 'tmp', 'drill-'))
  debian.run('chown', ['postgres:postgres', inDebian(debian, home)])
  const log = openSync(path.join(home, 'log'), 'a')
  const pids: number[] = []
  const start = (program: string, args: string[]) => {
    const pid = debian.start(program, args, log)
    pids.push(pid)
    return pid
  }
  const configure = (name: string, settings: object | string) => {
    const file = path.join(home, name)
    writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
    return inDebian(debian, file)
  }

  const etcd_port = await freePort()
  start('etcd', etcdArguments(`${inDebian(debian, home)}/etcd`, etcd_port, await freePort()))
  const nodes: Node[] = []
  for (const name of ['node1', 'node2', 'node3']) {
    const folder = `${inDebian(debian, home)}/${name}`
    const node = { name, port: await freePort(), rest_port: await freePort(), pid: 0 }
    configure(`${name}.json`, patroniSettings(node, folder, etcd_port))
    node.pid = start('patroni', [`${folder}.json`])
    nodes.push(node)
  }
  const port = await freePort()
  start('haproxy', ['-f', configure('haproxy.cfg', proxySettings(port, nodes))])

  const at = (user: string, secret: string) => (database: string) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`
  const primary = async () => {
    const members = await membersOf(nodes)
    const found = nodes.find(({ name }) => members.some((one) => one.name === name && one.role === 'leader'))
    if (!found) throw new Error(`No node is primary: ${JSON.stringify(members)}`)
    return found
  }
  const postmaster = ({ name }: Node) => {
    const file = path.join(home, name, 'data', 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  }
  const allOf = (node: Node) =>
    [node.pid, postmaster(node)].filter((pid) => pid > 0).flatMap((pid) => processTree(pid))

  const cluster: PatroniCluster = {
    url: at('postgres', password),
    appUrl: at(appRole, appPassword(password)),
    primary: async () => (await primary()).name,
    async untilHealthy() {
      // Twice in a row: a node that comes back is listed for a moment as it was before, and is then rewound.
      for (let seen = 0; seen < 2; seen++) {
        await until('the cluster is healthy', async () => isHealthy(await membersOf(nodes)), 120)
        await pause(3_000)
      }
    },
    async killServer() {
      signalAll([postmaster(await primary())], 'SIGKILL')
    },
    async killNode() {
      const node = await primary()
      // Stops Patroni first, so that it cannot notify the other nodes.
      signalAll(allOf(node), 'SIGKILL')
      return () => {
        node.pid = start('patroni', [`${inDebian(debian, home)}/${node.name}.json`])
      }
    },
    async freezeNode() {
      const frozen = allOf(await primary())
      signalAll(frozen, 'SIGSTOP')
      return () => signalAll(frozen, 'SIGCONT')
    },
    async switchOver() {
      const node = await primary()
      const answer = await fetch(`http://127.0.0.1:${node.rest_port}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: node.name }),
      })
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`)
    },
    stop() {
      const all = [...new Set([...nodes.flatMap(allOf), ...pids.flatMap((pid) => processTree(pid))])]
      signalAll(all, 'SIGCONT')
      signalAll(all, 'SIGKILL')
      closeSync(log)
      rmSync(home, { recursive: true, force: true })
    },
  }
  try {
    await cluster.untilHealthy()
    await until('the proxy leads to the primary', () =>
      makeAppRole(cluster.url('postgres'), password).then(
        () => true,
        () => false,
      ),
    )
    return cluster
  } catch (error) {
    const tail = readFileSync(path.join(home, 'log'), 'utf8').slice(-3_000)
    cluster.stop()
    throw new Error(`The cluster did not start:\n${tail}`, { cause: error })
  }
}

const inDebian = (debian: Debian, file: string) => `/${path.relative(debian.folder, file)}`

function etcdArguments(folder: string, port: number, peer_port: number): string[] {
  const client = `http://127.0.0.1:${port}`
  const peer = `http://127.0.0.1:${peer_port}`
  return [
    ['--data-dir', folder],
    ['--listen-client-urls', client],
    ['--advertise-client-urls', client],
    ['--listen-peer-urls', peer],
    ['--initial-advertise-peer-urls', peer],
    ['--initial-cluster', `default=${peer}`],
  ].flat()
}

/** The settings that `docs/operations.md` recommends: no acknowledged commit is on one node only. */
function patroniSettings({ name, port, rest_port }: Node, folder: string, etcd_port: number): object {
  const rest = `127.0.0.1:${rest_port}`
  const server = `127.0.0.1:${port}`
  return {
    scope: 'drill',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcd_port}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 4,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 150 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: server,
      connect_address: server,
      data_dir: `${folder}/data`,
      pgpass: `${folder}/pgpass`,
      bin_dir: '/usr/lib/postgresql/18/bin',
      parameters: {
        unix_socket_directories: '',
        timezone: 'UTC',
        // Until a standby follows the new primary, no commit is acknowledged: it must not wait 5 s between two attempts.
        wal_retrieve_retry_interval: '500ms',
      },
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
}

/** Leads to the node that says it is primary, and ends the connections to one that no longer does. */
const proxySettings = (port: number, nodes: Node[]) => `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest_port}\n`).join('')}`

/** Both standbys stream from the primary, on its timeline, and one of them is synchronous. */
function isHealthy(members: Member[]): boolean {
  const leader = members.find(({ role }) => role === 'leader')
  const standbys = members.filter((one) => one !== leader)
  return (
    standbys.length === 2 &&
    standbys.some(({ role }) => role === 'sync_standby') &&
    standbys.every(({ state, timeline }) => state === 'streaming' && timeline === leader?.timeline)
  )
}

/** Returns the cluster state of the first node that responds; empty if none responds. */
async function membersOf(nodes: Node[]): Promise<Member[]> {
  for (const { rest_port } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${rest_port}/cluster`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

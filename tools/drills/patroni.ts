import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { appPassword, makeAppRole } from '@openspot/db/embedded/app-role.ts'
import type { Cluster } from '@openspot/db/embedded/cluster.ts'
import { freePort } from '@openspot/db/embedded/cluster.ts'
import { appRole } from '@openspot/db/privileges.ts'
import { until } from '../under-test/until.ts'
import { type Debian, openDebian } from './debian.ts'
import {
  etcdArguments,
  type NodeAddress,
  password,
  patroniSettings,
  proxySettings,
} from './patroni-settings.ts'
import { processTree, signalAll } from './processes.ts'

/** A database server with its Patroni. */
interface Node extends NodeAddress {
  /** The process of its Patroni. */
  pid: number
}

/** Database servers with synchronous replication, and one address that always leads to the primary. */
export interface PatroniCluster extends Pick<Cluster, 'url' | 'appUrl'> {
  /** The primary's name, and its own address, which does not follow the role. */
  primary(): Promise<{ name: string; url: string }>
  /** Waits until every standby follows the primary, one of them synchronously. */
  untilHealthy(): Promise<void>
  /** Kills the database server of the primary. Its Patroni lives on. */
  killServer(): Promise<void>
  /** Kills everything on the node of the primary, and answers how to start it again. */
  killNode(): Promise<() => void>
  /** Stops everything on the node of the primary without ending it, and answers how to let it go on. */
  freezeNode(): Promise<() => void>
  /** Stops the database server of the primary, not its Patroni, without ending it, and answers how to let it go on. */
  freezeServer(): Promise<() => void>
  /** Stops everything on the node of the synchronous standby without ending it, and answers how to let it go on. */
  freezeStandby(): Promise<() => void>
  /** Makes another node the primary, as an operator does before maintenance. */
  switchOver(): Promise<void>
  /** The last lines of its logs. */
  log(): string
  stop(): void
}

interface Member {
  name: string
  role: string
  state: string
  timeline: number
}

export async function startPatroni(servers: number, folder: string | null): Promise<PatroniCluster> {
  const debian = openDebian(folder)
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
  for (let number = 1; number <= servers; number++) {
    const name = `node${number}`
    const folder = `${inDebian(debian, home)}/${name}`
    const node = { name, port: await freePort(), rest_port: await freePort(), pid: 0 }
    configure(`${name}.json`, patroniSettings(node, folder, etcd_port, servers))
    node.pid = start('patroni', [`${folder}.json`])
    nodes.push(node)
  }
  const port = await freePort()
  start('haproxy', ['-f', configure('haproxy.cfg', proxySettings(port, nodes))])

  const at = (user: string, secret: string, port: number) => (database: string) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`
  const ofRole = async (role: string) => {
    const members = await membersOf(nodes)
    const found = nodes.find(({ name }) => members.some((one) => one.name === name && one.role === role))
    if (!found) throw new Error(`No node is ${role}: ${JSON.stringify(members)}`)
    return found
  }
  const primary = () => ofRole('leader')
  const postmaster = ({ name }: Node) => {
    const file = path.join(home, name, 'data', 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  }
  const treesOf = (roots: number[]) => roots.filter((pid) => pid > 0).flatMap((pid) => processTree(pid))
  const allOf = (node: Node) => treesOf([node.pid, postmaster(node)])
  const freeze = (find: () => number[]) => {
    // Twice: a process may start another one while the others are stopped.
    signalAll(find(), 'SIGSTOP')
    const frozen = find()
    signalAll(frozen, 'SIGSTOP')
    return () => signalAll(frozen, 'SIGCONT')
  }
  const tailOfLog = () => readFileSync(path.join(home, 'log'), 'utf8').slice(-3_000)

  const cluster: PatroniCluster = {
    url: at('postgres', password, port),
    appUrl: at(appRole, appPassword(password), port),
    async primary() {
      const { name, port } = await primary()
      return { name, url: at('postgres', password, port)('postgres') }
    },
    async untilHealthy() {
      // Twice in a row: a node that comes back is listed for a moment as it was before, and is then rewound.
      for (let seen = 0; seen < 2; seen++) {
        await until('the cluster is healthy', async () => isHealthy(await membersOf(nodes), servers), 120)
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
      const node = await primary()
      return freeze(() => allOf(node))
    },
    async freezeServer() {
      const node = await primary()
      return freeze(() => treesOf([postmaster(node)]))
    },
    async freezeStandby() {
      const node = await ofRole('sync_standby')
      return freeze(() => allOf(node))
    },
    async switchOver() {
      const node = await primary()
      const answer = await fetch(`http://127.0.0.1:${node.rest_port}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: node.name }),
      })
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`)
    },
    log: tailOfLog,
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
    const tail = tailOfLog()
    cluster.stop()
    throw new Error(`The cluster did not start:\n${tail}`, { cause: error })
  }
}

const inDebian = (debian: Debian, file: string) => `/${path.relative(debian.folder, file)}`

/** Every standby streams from the primary, on its timeline, and one of them is synchronous. */
function isHealthy(members: Member[], servers: number): boolean {
  const leader = members.find(({ role }) => role === 'leader')
  const standbys = members.filter((one) => one !== leader)
  return (
    standbys.length === servers - 1 &&
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

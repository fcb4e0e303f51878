import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PlainError } from '@openspot/core/plain-error.ts'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { runningPostmaster } from '@openspot/db/embedded/postmaster.ts'
import type { Random } from '../demo/random.ts'
import type { ServerRole, Setup } from '../under-test/setup.ts'
import { until } from '../under-test/until.ts'

const targets = ['api', 'worker', 'database'] as const
export type Target = (typeof targets)[number]

/** The database server that is killed too: its folder, and the port at which it is started again. */
export interface KilledServer {
  folder: string
  port: number
}

/** Runs API, worker, and database, and kills one or more of them again and again at random moments. */
export class ProcessKiller {
  private readonly setup: Setup
  private readonly server: KilledServer
  private readonly children = new Map<ServerRole, ChildProcess>()
  readonly kills: Record<Target, number> = { api: 0, worker: 0, database: 0 }

  constructor(setup: Setup, server: KilledServer) {
    this.setup = setup
    this.server = server
  }

  async start(role: ServerRole): Promise<void> {
    const child = fork(fileURLToPath(new URL('../under-test/server-under-test.ts', import.meta.url)), [
      JSON.stringify(this.setup),
      role,
    ])
    const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
    if (said !== 'ready') throw new Error(`The ${role} did not start; its output is above.`)
    this.children.set(role, child)
  }

  /** Sends SIGKILL, which interrupts the process in the middle of its work. Fails if it had already ended. */
  async kill(role: ServerRole): Promise<void> {
    const child = this.children.get(role)
    this.children.delete(role)
    if (!child) return
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The ${role} ended unexpectedly.`)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  async killAll(): Promise<void> {
    for (const role of this.children.keys()) await this.kill(role)
  }

  /** Kills so often in total: one, two, or all three at the same moment. Everything runs again before the next time. */
  async killOften(times: number, random: Random, print: (line: string) => void): Promise<void> {
    for (let left = times; left > 0; ) {
      await wait(random.int(20, 1500))
      const first = random.int(0, targets.length - 1)
      const now = targets
        .map((_, at) => targets[(first + at) % targets.length] ?? 'api')
        .slice(0, Math.min(left, random.int(1, targets.length)))
      left -= now.length
      await this.killAndRestart(now)
      print(`${times - left} of ${times} kills`)
    }
  }

  private async killAndRestart(now: readonly Target[]): Promise<void> {
    for (const target of now) this.kills[target]++
    const roles = now.filter((target) => target !== 'database')
    if (now.includes('database')) this.killServer()
    await Promise.all(roles.map((role) => this.kill(role)))
    // The database first: API and worker end if they are started without it.
    if (now.includes('database')) await this.startServer()
    await Promise.all(roles.map((role) => this.start(role)))
  }

  /** The processes of the killed server can live for seconds, and as long as one does, no other server starts. */
  private async startServer(): Promise<void> {
    const { folder, port } = this.server
    await until('the database starts', () =>
      startCluster(folder, [], port).catch((error: unknown) => {
        if (error instanceof PlainError) return null
        throw error
      }),
    )
  }

  /** Kills the postmaster; its other processes end when they notice. API and worker must live on. */
  private killServer(): void {
    const running = runningPostmaster(path.join(this.server.folder, 'cluster'))
    if (!running) throw new Error('The database does not run.')
    process.kill(running.pid, 'SIGKILL')
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import type { Chance } from '../demo/chance.ts'
import type { Ground, VictimRole } from './ground.ts'

const targets = ['api', 'worker', 'database'] as const
export type Target = (typeof targets)[number]

/** The database server that is killed too: its folder, and the port at which it is started again. */
export interface KilledServer {
  folder: string
  port: number
}

/** Runs API, worker, and database, and kills one of them again and again at moments that nobody can foresee. */
export class Killer {
  private readonly ground: Ground
  private readonly server: KilledServer
  private readonly children = new Map<VictimRole, ChildProcess>()
  readonly kills: Record<Target, number> = { api: 0, worker: 0, database: 0 }

  constructor(ground: Ground, server: KilledServer) {
    this.ground = ground
    this.server = server
  }

  async start(role: VictimRole): Promise<void> {
    const child = fork(fileURLToPath(new URL('./victim.ts', import.meta.url)), [
      JSON.stringify(this.ground),
      role,
    ])
    const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
    if (said !== 'ready') throw new Error(`The ${role} did not start; its output is above.`)
    this.children.set(role, child)
  }

  /** SIGKILL: what the process was doing is cut off in the middle. Fails if it had ended by itself. */
  async kill(role: VictimRole): Promise<void> {
    const child = this.children.get(role)
    this.children.delete(role)
    if (!child) return
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The ${role} ended by itself.`)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  async killAll(): Promise<void> {
    for (const role of [...this.children.keys()]) await this.kill(role)
  }

  /** Kills so often in total. Everything runs again after each kill. */
  async killOften(times: number, chance: Chance, say: (line: string) => void): Promise<void> {
    for (let kill = 1; kill <= times; kill++) {
      await wait(chance.int(20, 1500))
      const target = targets[chance.int(0, targets.length - 1)] ?? 'api'
      this.kills[target]++
      if (target === 'database') await this.killServer()
      else {
        await this.kill(target)
        await this.start(target)
      }
      if (kill % 20 === 0) say(`${kill} of ${times} kills`)
    }
  }

  /** Kills the postmaster; its other processes end when they notice. API and worker must live on. */
  private async killServer(): Promise<void> {
    const { folder, port } = this.server
    const [pid] = readFileSync(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await startCluster(folder, [], port)
  }
}

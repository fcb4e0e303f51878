import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Chance } from '../demo/chance.ts'
import type { Ground } from './ground.ts'

/** Starts the server again and again and kills it at moments that nobody knows beforehand. */
export class Killer {
  private readonly ground: Ground
  private child: ChildProcess | null = null
  private waiting: (() => void)[] = []

  constructor(ground: Ground) {
    this.ground = ground
  }

  /** When there is a server to be called. */
  async up(): Promise<void> {
    if (this.child === null) await new Promise<void>((ready) => this.waiting.push(ready))
  }

  async start(): Promise<void> {
    const child = fork(fileURLToPath(new URL('./victim.ts', import.meta.url)), [JSON.stringify(this.ground)])
    const [said] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[]
    if (said !== 'ready') throw new Error('The server did not start; its lines are above.')
    this.child = child
    for (const ready of this.waiting.splice(0)) ready()
  }

  /** Without a word: what it was doing is cut off in the middle. */
  async kill(): Promise<void> {
    const { child } = this
    this.child = null
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  /** Most of the time within a payment: visitors call as soon as the server is up. */
  async killOften(times: number, chance: Chance, say: (line: string) => void): Promise<void> {
    for (let kill = 1; kill <= times; kill++) {
      await this.start()
      await wait(chance.int(20, 1500))
      await this.kill()
      if (kill % 20 === 0) say(`${kill} of ${times} kills`)
    }
  }
}

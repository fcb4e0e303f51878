import { createHash } from 'node:crypto'
import { type Ports, uuidv7 } from '../ports.ts'

export interface TestPorts extends Ports {
  /** Advances the clock. */
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
  /** Sets the event loop delay that the server sees. */
  setLoopDelay(milliseconds: number): void
  /** How long the server paused, in milliseconds. Nobody waited for it. */
  pauses: number[]
}

/**
 * Returns ports under the test's control: the clock stands still until advanced, and randomness is the same in every
 * run.
 */
export function testPorts(start = '2026-03-02T15:00:00.000Z', seed = 'test'): TestPorts {
  let now = Date.parse(start)
  let drawn = 0
  let loop_delay = 0
  const pauses: number[] = []
  const random = (bytes: number) => {
    const parts: Buffer[] = []
    for (let length = 0; length < bytes; length += 32) {
      parts.push(createHash('sha256').update(`${seed} ${drawn++}`).digest())
    }
    return Buffer.concat(parts).subarray(0, bytes)
  }
  return {
    now: () => new Date(now),
    random,
    id: () => uuidv7(now, random(10)),
    fetch,
    pauses,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    loopDelay: () => loop_delay,
    setLoopDelay(milliseconds) {
      loop_delay = milliseconds
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }) {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
}

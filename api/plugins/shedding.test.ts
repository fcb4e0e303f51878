import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { realPorts } from '../ports.ts'
import { isOverloaded } from './shedding.ts'

test('after the event loop was blocked for 3 seconds, the first requests are shed, and later ones are not', async () => {
  await vi.waitUntil(() => !isOverloaded(realPorts), { timeout: 20_000 })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000)
  // What waited on the sockets comes after the timers that were due.
  await turn()
  await turn()
  expect(isOverloaded(realPorts)).toBe(true)
  await vi.waitUntil(() => !isOverloaded(realPorts), { timeout: 20_000 })
})

import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { realPorts } from '../ports.ts'
import { isOverloaded } from './shedding.ts'

test('sheds the first requests after the event loop was blocked for 3 seconds and stops afterwards', async () => {
  await vi.waitUntil(() => !isOverloaded(realPorts), { timeout: 20_000 })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000)
  // Socket events run after the due timers.
  await turn()
  await turn()
  expect(isOverloaded(realPorts)).toBe(true)
  await vi.waitUntil(() => !isOverloaded(realPorts), { timeout: 20_000 })
})

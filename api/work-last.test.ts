import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

test('a thread that works last has the lowest priority, and the rest of its process keeps its own', async () => {
  // Only Linux has priorities of threads; elsewhere nothing changes, which nobody could see.
  expect(existsSync('/proc/thread-self')).toBe(process.platform === 'linux')
  if (process.platform !== 'linux') return
  const before = getPriority()
  const thread = new Worker(new URL('testing/last-thread.ts', import.meta.url), { execArgv: [] })
  const [found] = (await once(thread, 'message')) as [unknown]
  await thread.terminate()
  expect(found).toEqual({ own: 19, process: before })
})

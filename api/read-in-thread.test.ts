import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readInThread } from './read-in-thread.ts'

const greedy = new URL('testing/greedy-thread.ts', import.meta.url)
const wide = { milliseconds: 60_000, memory_mb: 500 }

test('a thread answers with what it read, and its error is thrown', async () => {
  expect(await readInThread(greedy, 'a file', wide)).toBe('a file')
  await expect(readInThread(greedy, 'fails', wide)).rejects.toThrow('broken')
})

test('a thread that never ends is ended after its time', async () => {
  expect(await readInThread(greedy, 'endless', { ...wide, milliseconds: 500 })).toBeNull()
})

test('a thread that takes too much memory is ended, and its process goes on', async () => {
  // In a process of its own: the limit that the processes of tests have for their memory would replace that of the thread.
  const program = `import('${new URL('read-in-thread.ts', import.meta.url)}').then(async ({ readInThread }) =>
    console.log(await readInThread(new URL('${greedy}'), 'hungry', { milliseconds: 60_000, memory_mb: 20 })))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', program])
  expect(stdout.trim()).toBe('null')
})

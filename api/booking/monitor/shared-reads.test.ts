import { expect, test } from 'vitest'
import { sharedReads } from './shared-reads.ts'

/** Reads that the test finishes explicitly. */
function readings() {
  const ends: ((value: number | Error) => void)[] = []
  const read = () =>
    new Promise<number>((done, fail) => {
      ends.push((value) => (value instanceof Error ? fail(value) : done(value)))
    })
  const reads = sharedReads()
  const moment = () => reads.moment()
  return { ends, moment, ask: (key: string, asked = moment()) => reads.share(key, asked, read) }
}

test('makes callers who arrive during a read share the next one', async () => {
  const { ends, ask } = readings()
  const first = ask('board')
  const later = [ask('board'), ask('board'), ask('board')]
  expect(ends).toHaveLength(1)
  ends[0]?.(1)
  expect(await first).toBe(1)
  await expect.poll(() => ends.length).toBe(2)
  const last = ask('board')
  ends[1]?.(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.(3)
  expect(await last).toBe(3)
})

test('lets a caller who arrived before a read began share it, in progress or finished', async () => {
  const { ends, moment, ask } = readings()
  const asked = moment()
  const first = ask('board')
  const running = ask('board', asked)
  ends[0]?.(1)
  expect([await first, await running, await ask('board', asked)]).toEqual([1, 1, 1])
  void ask('board')
  expect(ends).toHaveLength(2)
})

test('fails a read for everyone who waits for it and starts the next one', async () => {
  const { ends, moment, ask } = readings()
  const asked = moment()
  const first = ask('board')
  const next = ask('board')
  ends[0]?.(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await expect.poll(() => ends.length).toBe(2)
  const late = ask('board', asked)
  ends[1]?.(2)
  expect([await next, await late]).toEqual([2, 2])
})

test('runs reads with different keys concurrently', () => {
  const { ends, ask } = readings()
  void ask('one lot')
  void ask('another lot')
  expect(ends).toHaveLength(2)
})

import { type TestDatabase, testDatabase } from '@openspot/db/testing/database.ts'
import { until } from '@openspot/db/testing/until.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Listener, openListener } from './listener.ts'
import { createLog } from './log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

async function aListener(): Promise<Listener> {
  const listener = await openListener({
    url: database.url,
    name: 'listener test',
    channel: 'listener_test',
    log: createLog({ log_level: 'fatal' }),
    onNotice: () => {},
    onBack: () => {},
  })
  onTestFinished(() => listener.close())
  return listener
}

/** Work on a connection that lasts until it is let go. */
function longWork() {
  let letGo = () => {}
  let begin: (client: pg.Client) => void = () => {}
  const over = new Promise<void>((resolve) => (letGo = resolve))
  const begun = new Promise<pg.Client>((resolve) => (begin = resolve))
  const work = (client: pg.Client) => {
    begin(client)
    return over
  }
  return { work, letGo: () => letGo(), begun }
}

test('statements of several calls are sent one after the other, also after one that failed', async () => {
  const listener = await aListener()
  let running = 0
  let most = 0
  const call = (text: string) =>
    listener.use(async (client) => {
      most = Math.max(most, ++running)
      await client.query(text).finally(() => running--)
    })
  const calls = await Promise.allSettled(['select 1', 'select 1/0', 'select 1', 'select 1'].map(call))
  expect(calls.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(most).toBe(1)
})

test('the heartbeat waits until the connection is free', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const listener = await aListener()
  const { work, letGo, begun } = longWork()
  const done = listener.use(work)
  const sent = vi.spyOn(await begun, 'query')
  vi.advanceTimersByTime(5_000)
  // The turn of a call that is made after the heartbeat would come now.
  await Promise.resolve()
  expect(sent).not.toHaveBeenCalled()
  letGo()
  await done
  await until(() => sent.mock.calls.length > 0)
  expect(sent.mock.calls).toEqual([['select 1']])
})

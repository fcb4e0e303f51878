import { Worker } from 'node:worker_threads'
import { until } from '@openspot/db/testing/until.ts'
import { afterEach, expect, test } from 'vitest'
import { startHealthThread } from './health-thread.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

/**
 * Probes from another thread until `isEnough` holds for the probes, while the main thread's event loop is blocked. Returns
 * the status of each.
 */
async function probeWhileBlocked(url: string, isEnough: string): Promise<number[]> {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const prober = new Worker(
    `const { parentPort, workerData: { url, flag } } = require('node:worker_threads')
    const probes = []
    const probe = async () => {
      probes.push((await fetch(url)).status)
      if (!(${isEnough})(probes)) return setImmediate(probe)
      parentPort.postMessage(probes)
      Atomics.store(flag, 0, 1)
      Atomics.notify(flag, 0)
    }
    probe()`,
    { eval: true, workerData: { url, flag }, execArgv: [] },
  )
  opened.push(() => prober.terminate())
  const probes = new Promise<number[]>((done) => prober.once('message', done))
  Atomics.wait(flag, 0, 0, 40_000)
  return probes
}

async function started(checks: Record<string, string>): Promise<string> {
  const thread = await startHealthThread({ port: 0, host: '127.0.0.1' }, { read: async () => checks })
  opened.push(() => thread.close())
  const url = `http://127.0.0.1:${thread.port}/api/health`
  await expect
    .poll(async () => (await fetch(`${url}/ready`)).json(), { timeout: 30_000 })
    .toMatchObject({ checks })
  return url
}

test('answers live with 200 while the main event loop is blocked', async () => {
  const url = await started({ database: 'ok' })
  // Each is sent after the answer to the one before, so the main thread answered none of them.
  expect(await probeWhileBlocked(`${url}/live`, 'probes => probes.length === 5')).toEqual(Array(5).fill(200))
})

test('answers live with 503 once the main event loop was blocked for 5 seconds and with 200 afterwards', async () => {
  const url = await started({ database: 'ok' })
  const probes = await probeWhileBlocked(`${url}/live`, 'probes => probes.at(-1) === 503')
  expect(probes[0]).toBe(200)
  await until(async () => (await fetch(`${url}/live`)).status === 200)
})

test('answers ready with 503 and the checks when one is not ok', async () => {
  const url = await started({ database: 'ok', web: 'building' })
  const answer = await fetch(`${url}/ready`)
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '2',
    { status: 'unavailable', checks: { database: 'ok', web: 'building' } },
  ])
})

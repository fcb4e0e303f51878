import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { startHealthThread } from './health-thread.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

interface Probe {
  at: number
  took: number
  status: number
}

/**
 * Probes from another thread until `until` holds for the probes, while the main thread's event loop is blocked. Returns
 * the probes.
 */
async function probeWhileBlocked(url: string, until: string): Promise<Probe[]> {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const prober = new Worker(
    `const { parentPort, workerData: { url, flag } } = require('node:worker_threads')
    const probes = []
    const start = performance.now()
    const probe = async () => {
      const at = performance.now()
      const { status } = await fetch(url)
      probes.push({ at: at - start, took: performance.now() - at, status })
      if (!(${until})(probes)) return setImmediate(probe)
      parentPort.postMessage(probes)
      Atomics.store(flag, 0, 1)
      Atomics.notify(flag, 0)
    }
    probe()`,
    { eval: true, workerData: { url, flag }, execArgv: [] },
  )
  opened.push(() => prober.terminate())
  const probes = new Promise<Probe[]>((done) => prober.once('message', done))
  Atomics.wait(flag, 0, 0, 20_000)
  return probes
}

async function started(checks: Record<string, string>): Promise<string> {
  const thread = await startHealthThread({ port: 0, host: '127.0.0.1' }, { read: async () => checks })
  opened.push(() => thread.close())
  const url = `http://127.0.0.1:${thread.port}/api/health`
  await expect.poll(async () => (await fetch(`${url}/ready`)).json()).toMatchObject({ checks })
  return url
}

test('answers live with 200 within half a second while the main event loop is blocked for 3 seconds', async () => {
  const url = await started({ database: 'ok' })
  const probes = await probeWhileBlocked(`${url}/live`, 'probes => probes.at(-1).at > 3000')
  expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]))
  expect(Math.max(...probes.map(({ took }) => took))).toBeLessThan(500)
}, 30_000)

test('answers live with 503 once the main event loop was blocked for 5 seconds and with 200 afterwards', async () => {
  const url = await started({ database: 'ok' })
  const probes = await probeWhileBlocked(`${url}/live`, 'probes => probes.at(-1).status === 503')
  expect(probes.at(-1)?.at).toBeGreaterThan(3500)
  await expect.poll(async () => (await fetch(`${url}/live`)).status).toBe(200)
}, 30_000)

test('answers ready with 503 and the checks when one is not ok', async () => {
  const url = await started({ database: 'ok', web: 'building' })
  const answer = await fetch(`${url}/ready`)
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '2',
    { status: 'unavailable', checks: { database: 'ok', web: 'building' } },
  ])
})

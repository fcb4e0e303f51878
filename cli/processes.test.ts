import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fullTest } from '@openspot/db/testing/depth.ts'
import { address, commandRuns } from '@openspot/server/testing/product.ts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

const { openspot, endAll, remove } = commandRuns()
const token = 'a token for Prometheus'

afterEach(endAll)
afterAll(remove)

/** The number and restarts of the process that answers a new connection. */
async function asked(url: string): Promise<string> {
  const text = await new Promise<string>((done, fail) => {
    const sent = request(
      `${url}/metrics`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        let body = ''
        answer.on('data', (part: Buffer) => (body += part.toString()))
        answer.on('end', () => done(body))
      },
    )
    sent.once('error', fail)
    sent.end()
  })
  const [, number, restarts] = /openspot_process_restarts\{process="(\d+)"\} (\d+)/.exec(text) ?? []
  return `${number} restarted ${restarts}`
}

/** Waits until both processes answered as expected. */
async function untilAnswered(url: string, wanted: string[]): Promise<void> {
  const seen = new Set<string>()
  await vi.waitUntil(
    async () => {
      seen.add(await asked(url))
      return wanted.every((one) => seen.has(one))
    },
    { timeout: 50_000, interval: 10 },
  )
}

fullTest(
  'two processes share a port, the worker is in one of them, a killed one is replaced, and both end together',
  async () => {
    const run = openspot(['start'], {
      OPENSPOT_PROCESSES: '2',
      OPENSPOT_METRICS_TOKEN: token,
      LOG_LEVEL: 'info',
    })
    const url = await address(run)
    await untilAnswered(url, ['1 restarted 0', '2 restarted 0'])
    const started = [...run.output().matchAll(/^\{.*"roles":\[(.*?)\].*"msg":"starting"\}$/gm)]
    expect(started.map(([, roles]) => roles)).toEqual(['"api","worker"', '"api"'])
    const pid = Number(/"pid":(\d+)/.exec(started[1]?.[0] ?? '')?.[1])
    process.kill(pid, 'SIGKILL')
    await run.said(/"event":"process_ended","process":2,"code":null,"signal":"SIGKILL"/)
    await run.said(/"event":"PROCESS_ENDED","summary":"Process 2 of 2 ended by SIGKILL/)
    // Nobody waits for the one that is gone.
    expect(await asked(url)).toBe('1 restarted 0')
    await untilAnswered(url, ['1 restarted 0', '2 restarted 1'])
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(run.output().match(/"msg":"stopped"/g)).toHaveLength(2)
    await expect(asked(url)).rejects.toThrow('ECONNREFUSED')
  },
  180_000,
)

test('a start that fails ends with its reason, and starts nothing again', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const run = openspot(['start'], { OPENSPOT_PROCESSES: '2', OPENSPOT_METRICS_PORT: String(port) })
  expect(await run.ended).toBe(1)
  expect(run.output().match(/OPENSPOT_METRICS_PORT=\d+ cannot be opened/g)).toHaveLength(1)
  holder.close()
})

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectAsync } from 'mqtt'
import { describe, vi } from 'vitest'
import { type TestBroker, testMqttDrivers } from './testing/mqtt-matrix.ts'

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Debian's broker as its own process, which keeps nothing on disk. */
async function mosquitto(): Promise<TestBroker> {
  const port = await freePort()
  const url = `mqtt://127.0.0.1:${port}`
  let running: ChildProcess | null = null
  const start = async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'openspot-mosquitto-'))
    const file = path.join(folder, 'mosquitto.conf')
    writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`)
    running = spawn('/usr/sbin/mosquitto', ['-c', file], { stdio: 'ignore' })
    running.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    await vi.waitUntil(
      async () => {
        const client = await connectAsync(url, { reconnectPeriod: 0, connectTimeout: 500 }, false).catch(
          () => null,
        )
        await client?.endAsync()
        return client !== null
      },
      { timeout: 20_000, interval: 20 },
    )
  }
  await start()
  return {
    access: { url },
    start,
    stop: async () => {
      const child = running
      running = null
      if (child === null) return
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await ended
    },
  }
}

describe('with mosquitto', () => {
  testMqttDrivers(mosquitto)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { casesAtDepth } from '@openspot/db/testing/depth.ts'
import { until } from '@openspot/db/testing/until.ts'
import { unusedPort } from '@openspot/db/testing/unused-port.ts'
import { connectAsync } from 'mqtt'
import { describe, expect, test } from 'vitest'
import { testPorts } from '../../../testing/clock.ts'
import { openMqttCover } from './mqtt-cover.ts'
import { pulse } from './testing/expect-pulses.ts'
import { dialects, type TestBroker, testMqttDrivers } from './testing/mqtt-matrix.ts'

/** Debian's broker as its own process, which keeps nothing on disk. */
async function mosquitto(): Promise<TestBroker> {
  const port = await unusedPort()
  const url = `mqtt://127.0.0.1:${port}`
  let running: ChildProcess | null = null
  const start = async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'openspot-mosquitto-'))
    const file = path.join(folder, 'mosquitto.conf')
    writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`)
    running = spawn('/usr/sbin/mosquitto', ['-c', file], { stdio: 'ignore' })
    running.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    await until(async () => {
      const client = await connectAsync(url, { reconnectPeriod: 0, connectTimeout: 5_000 }, false).catch(
        () => null,
      )
      await client?.endAsync()
      return client !== null
    })
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
  testMqttDrivers(mosquitto, casesAtDepth(1, dialects))

  test('a command expires in the broker when the driver stops waiting for its answer', async () => {
    const broker = await mosquitto()
    const device = await connectAsync(broker.access.url, { protocolVersion: 5, reconnectPeriod: 0 })
    const expiries: unknown[] = []
    device.on('message', (_topic, _payload, { properties }) =>
      expiries.push(properties?.messageExpiryInterval),
    )
    await device.subscribeAsync('gate/set', { qos: 1 })
    await device.publishAsync('gate/availability', 'online', { retain: true })
    const driver = openMqttCover(
      {
        command_topic: 'gate/set',
        state_topic: 'gate/state',
        availability_topic: 'gate/availability',
        response_timeout_ms: 3000,
      },
      broker.access,
      testPorts(),
    )
    await driver.trigger(pulse())
    await expect.poll(() => expiries).toHaveLength(1)
    expect(expiries).toEqual([3])
    await driver.close()
    await device.endAsync(true)
    await broker.stop()
  })
})

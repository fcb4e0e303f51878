import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { type DeviceOptions, GateDevice } from '@openspot/gates-stand-in/device.ts'
import { type HttpFault, ShellyHttpServer } from '@openspot/gates-stand-in/shelly-http.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { allowNetworks, type Resolve } from '../../../net/networks.ts'
import { testPorts } from '../../../testing/clock.ts'
import type { GateEvent } from './driver.ts'
import { openShellyHttp, type ShellyHttpConfig } from './shelly-http.ts'
import { expectOutcome, pulse } from './testing/expect-pulses.ts'

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const wiring = {
  kind: 'SWITCH',
  id: 0,
  sensor: { id: 0, active_means: 'CLOSED' },
  can_latch: true,
} as const
const cover = { kind: 'COVER', id: 0 } as const

async function startDevice(options: Partial<DeviceOptions> = {}, password: string | null = 'secret') {
  const device = new GateDevice({
    id: 'shellyplus1-a8032ab12345',
    kind: 'SWITCH',
    model: { travel_ms: 40 },
    ...options,
  })
  const server = new ShellyHttpServer(device, password)
  const port = await server.listen()
  ends.push(async () => {
    device.close()
    await server.close()
  })
  return { device, server, port }
}

function openDriver(
  port: number,
  config: Partial<ShellyHttpConfig> = {},
  more: { ranges?: string[]; resolve?: Resolve } = {},
) {
  const driver = openShellyHttp(
    { url: `http://127.0.0.1:${port}`, password: 'secret', wiring, response_timeout_ms: 400, ...config },
    {
      ports: testPorts(),
      networks: allowNetworks({ ranges: more.ranges ?? ['127.0.0.1/32'] }),
      ...(more.resolve ? { resolve: more.resolve } : {}),
    },
  )
  ends.push(() => driver.close())
  return driver
}

describe('a pulse over HTTP', () => {
  test('is acknowledged and executed once, and the device ends it itself', async () => {
    // Without auto_off, so that only toggle_after can end the pulse.
    const { device, port } = await startDevice({ auto_off: false })
    const outcome = await openDriver(port).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'ACKNOWLEDGED', reason: null, pulses: 1 })
    expect(outcome.response).toEqual({ was_on: false })
  })

  test('works on a device without a password', async () => {
    const { device, port } = await startDevice({}, null)
    const outcome = await openDriver(port, { password: null }).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'ACKNOWLEDGED', reason: null, pulses: 1 })
  })

  test('opens a cover', async () => {
    const { device, port } = await startDevice({ kind: 'COVER' })
    const outcome = await openDriver(port, { wiring: cover }).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'ACKNOWLEDGED', reason: null, pulses: 1 })
  })

  test('is not sent with a wrong password, and only two requests are made', async () => {
    const { device, server, port } = await startDevice()
    const outcome = await openDriver(port, { password: 'wrong' }).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'NOT_SENT', reason: 'unauthorized', pulses: 0 })
    expect(server.connections).toBe(2)
    expect(JSON.stringify(outcome)).not.toContain('wrong')
  })

  test('is executed once when the device no longer knows the nonce', async () => {
    const { device, server, port } = await startDevice()
    const driver = openDriver(port)
    await driver.status()
    server.expireNonces()
    const outcome = await driver.trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'ACKNOWLEDGED', reason: null, pulses: 1 })
  })

  test('is refused by the device if its authorization is sent again', async () => {
    const { device, server, port } = await startDevice()
    await openDriver(port).trigger(pulse())
    const again = await fetch(`http://127.0.0.1:${port}/rpc`, {
      method: 'POST',
      headers: { authorization: server.last_authorization ?? '' },
      body: JSON.stringify({ id: 1, method: 'Switch.Set', params: { id: 0, on: true, toggle_after: 0.1 } }),
    })
    expect(again.status).toBe(401)
    expect(device.pulses).toBe(1)
  })

  test('is unknown when the device executes it and stays silent', async () => {
    const { device, port } = await startDevice({ script: 'SILENT' })
    const outcome = await openDriver(port).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'UNKNOWN', reason: 'no_response', pulses: 1 })
  })

  test('is unknown when the device answers after the timeout', async () => {
    const { device, port } = await startDevice({ script: 'SLOW', latency_ms: { least: 300, most: 300 } })
    const outcome = await openDriver(port).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'UNKNOWN', reason: 'no_response', pulses: 1 })
  })

  test('is acknowledged when the device answers slowly but in time', async () => {
    const { device, port } = await startDevice({ script: 'SLOW', latency_ms: { least: 10, most: 10 } })
    const outcome = await openDriver(port, { response_timeout_ms: 5000 }).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'ACKNOWLEDGED', reason: null, pulses: 1 })
  })

  test('is not sent when the connection is refused', async () => {
    const { device, server, port } = await startDevice()
    await server.close()
    const outcome = await openDriver(port).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'NOT_SENT', reason: 'unreachable', pulses: 0 })
  })

  test('is unknown when an offline device accepts the connection and breaks it', async () => {
    const { device, port } = await startDevice({ script: 'OFFLINE' })
    const outcome = await openDriver(port).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'UNKNOWN', reason: 'connection_lost', pulses: 0 })
  })

  test('is refused by the device without an effect', async () => {
    const { device, port } = await startDevice({ script: 'ERROR' })
    const outcome = await openDriver(port).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'NOT_SENT', reason: 'refused', pulses: 0 })
    expect(outcome.response).toMatchObject({ code: -114 })
  })

  test.each<[HttpFault, 'connection_lost' | 'bad_response' | 'no_response', number]>([
    ['RESET_BEFORE', 'connection_lost', 0],
    ['RESET_AFTER', 'connection_lost', 1],
    ['HALF', 'connection_lost', 1],
    ['REDIRECT', 'bad_response', 1],
    ['OVERSIZED', 'bad_response', 1],
    ['GARBAGE', 'bad_response', 1],
    ['DRIP', 'no_response', 1],
  ])('is unknown and never repeated after %s', async (fault, reason, pulses) => {
    const { device, server, port } = await startDevice({}, null)
    server.fault = fault
    const outcome = await openDriver(port).trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'UNKNOWN', reason, pulses })
    expect(server.connections).toBe(1)
  })

  test('is not sent by a firmware that rejects toggle_after, and the gate counts as misconfigured', async () => {
    const { device, server, port } = await startDevice({ rejects_toggle_after: true })
    const driver = openDriver(port)
    const outcome = await driver.trigger(pulse())
    expectOutcome(outcome, device, { outcome: 'NOT_SENT', reason: 'misconfigured', pulses: 0 })
    expect(server.connections).toBe(2)
    expect((await driver.checkConfig()).map(({ code }) => code)).toEqual(['toggle_after_rejected'])
  })

  test('is not sent after its deadline', async () => {
    const { device, server, port } = await startDevice()
    const outcome = await openDriver(port).trigger(pulse(AbortSignal.abort()))
    expectOutcome(outcome, device, { outcome: 'NOT_SENT', reason: 'expired', pulses: 0 })
    expect(server.connections).toBe(0)
  })

  test('expires in the queue behind a call that takes longer, and is not sent later', async () => {
    const { device, port } = await startDevice({ script: 'SILENT' }, null)
    const driver = openDriver(port)
    const deadline = new AbortController()
    const reading = driver.status()
    const second = driver.trigger(pulse(deadline.signal))
    deadline.abort()
    expectOutcome(await second, device, { outcome: 'NOT_SENT', reason: 'expired', pulses: 0 })
    expect((await reading).is_reachable).toBe(false)
    await driver.close()
    expect(device.pulses).toBe(0)
  })

  test('uses one connection at a time', async () => {
    const { device, server, port } = await startDevice()
    const driver = openDriver(port, { response_timeout_ms: 5000 })
    await Promise.all([driver.status(), driver.trigger(pulse()), driver.status(), driver.checkConfig()])
    expect(server.most_at_once).toBe(1)
    expect(device.pulses).toBe(1)
  })
})

describe('the address of a device', () => {
  test.each([
    'http://127.0.0.1:PORT',
    'http://2130706433:PORT',
    'http://0x7f.1:PORT',
    'http://[::ffff:127.0.0.1]:PORT',
    'http://localhost:PORT',
  ])('%s gets no connection outside the allowed networks', async (url) => {
    const { server, port } = await startDevice()
    const driver = openDriver(
      port,
      { url: url.replace('PORT', String(port)) },
      { ranges: ['192.168.20.0/24'] },
    )
    expect(await driver.trigger(pulse())).toMatchObject({
      outcome: 'NOT_SENT',
      reason: 'network_not_allowed',
    })
    expect(server.connections).toBe(0)
  })

  test.each([
    'https://127.0.0.1:PORT',
    'http://a:b@127.0.0.1:PORT',
    'http://127.0.0.1:PORT/x',
    'gopher://127.0.0.1',
    'x',
  ])('%s is not an address of a device', async (url) => {
    const { server, port } = await startDevice()
    const outcome = await openDriver(port, { url: url.replace('PORT', String(port)) }).trigger(pulse())
    expect(outcome).toMatchObject({ outcome: 'NOT_SENT', reason: 'network_not_allowed' })
    expect(server.connections).toBe(0)
  })

  test('is resolved once for a call, so a name that changes its address leads nowhere else', async () => {
    const { device, server, port } = await startDevice()
    const resolved: string[] = []
    const resolve: Resolve = async (host) => {
      resolved.push(host)
      return resolved.length === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    }
    const driver = openDriver(port, { url: `http://gate.example:${port}` }, { resolve })
    expectOutcome(await driver.trigger(pulse()), device, { outcome: 'ACKNOWLEDGED', reason: null, pulses: 1 })
    expect({ resolved, connections: server.connections }).toEqual({
      resolved: ['gate.example'],
      connections: 2,
    })
    expect(await driver.trigger(pulse())).toMatchObject({ reason: 'network_not_allowed' })
    expect(server.connections).toBe(2)
  })

  test('is not followed to where a redirect points', async () => {
    const { server, port } = await startDevice({}, null)
    server.fault = 'REDIRECT'
    await openDriver(port).trigger(pulse())
    expect(server.connections).toBe(1)
  })

  test('without a listener does not hold the call beyond its timeout', async () => {
    // Accepts connections and never reads.
    const mute = createServer((socket) => socket.pause().on('error', () => socket.destroy()))
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
    ends.push(() => void mute.close())
    const address = mute.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    expect(await openDriver(port).trigger(pulse())).toMatchObject({
      outcome: 'UNKNOWN',
      reason: 'no_response',
    })
  })
})

describe('the position over HTTP', () => {
  const untilPosition = (driver: ReturnType<typeof openDriver>, wanted: string): Promise<GateEvent[]> =>
    new Promise((done) => {
      const events: GateEvent[] = []
      const end = driver.subscribe((event) => {
        events.push(event)
        if (event.type !== 'POSITION' || event.position !== wanted) return
        end()
        done(events)
      })
    })

  test('is reported as a cover moves from closed to open', async () => {
    const { port } = await startDevice({ kind: 'COVER', model: { travel_ms: 300 } })
    const driver = openDriver(port, { wiring: cover, poll_ms: 10 })
    expect((await driver.status()).position).toBe('CLOSED')
    const opened = untilPosition(driver, 'OPEN')
    await driver.trigger(pulse())
    expect((await opened).map((event) => ('position' in event ? event.position : event.type))).toEqual([
      'OPENING',
      'OPEN',
    ])
  })

  test('is STOPPED and obstructed when something blocks the gate', async () => {
    const { port } = await startDevice({ kind: 'COVER', script: 'OBSTRUCTED' })
    const driver = openDriver(port, { wiring: cover, poll_ms: 10 })
    const stopped = untilPosition(driver, 'STOPPED')
    await driver.trigger(pulse())
    await stopped
    expect(await driver.status()).toMatchObject({ position: 'STOPPED', is_obstructed: true })
  })

  test('is never derived from the relay', async () => {
    const { port } = await startDevice({ script: 'NO_SENSOR' })
    const driver = openDriver(port, { wiring: { ...wiring, sensor: null } })
    await driver.trigger(pulse())
    expect(await driver.status()).toMatchObject({ is_reachable: true, position: null })
    expect(driver.capabilities.position).toBe(false)
  })
})

describe('holding open over HTTP', () => {
  test('ends by itself on a latched relay, and can be ended before', async () => {
    const { device, port } = await startDevice({ auto_off: false })
    const driver = openDriver(port)
    const signal = AbortSignal.timeout(10_000)
    const until = new Date(testPorts().now().getTime() + 60_000)
    expect((await driver.holdOpen({ request_id: 'a', until, signal })).outcome).toBe('ACKNOWLEDGED')
    expect({ is_on: device.is_on, is_latched: device.is_latched }).toEqual({ is_on: true, is_latched: false })
    expect((await driver.endHoldOpen({ request_id: 'b', signal })).outcome).toBe('ACKNOWLEDGED')
    expect(device.is_on).toBe(false)
  })

  test('is not sent if its end has passed', async () => {
    const { device, port } = await startDevice()
    const hold = { request_id: 'a', until: testPorts().now(), signal: AbortSignal.timeout(10_000) }
    expect(await openDriver(port).holdOpen(hold)).toMatchObject({ outcome: 'NOT_SENT', reason: 'expired' })
    expect(device.pulses).toBe(0)
  })
})

describe('the setup over HTTP', () => {
  test('has no faults on a prepared device', async () => {
    const { device, port } = await startDevice()
    expect(await openDriver(port).checkConfig()).toEqual([])
    expect(device.pulses).toBe(0)
  })

  test('reports no password, no auto_off, a relay that starts on, and a missing sensor', async () => {
    const { port } = await startDevice(
      { auto_off: false, initial_state: 'restore_last', script: 'NO_SENSOR' },
      null,
    )
    expect((await openDriver(port).checkConfig()).map(({ code }) => code)).toEqual([
      'authentication_off',
      'auto_off_not_set',
      'initial_state_not_off',
      'component_missing',
    ])
  })

  test('reports a wrong password', async () => {
    const { port } = await startDevice()
    const faults = await openDriver(port, { password: 'wrong' }).checkConfig()
    expect(faults.map(({ code }) => code)).toEqual(['unauthorized'])
  })
})

test('the stand-in accepts the digest of curl, which is an independent client', async () => {
  const { device, port } = await startDevice()
  const frame = JSON.stringify({
    id: 1,
    src: 'curl',
    method: 'Switch.Set',
    params: { id: 0, on: true, toggle_after: 0.1 },
  })
  const { stdout } = await promisify(execFile)('curl', [
    '--silent',
    '--digest',
    '--user',
    'admin:secret',
    '--data',
    frame,
    `http://127.0.0.1:${port}/rpc`,
  ])
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { was_on: false } })
  expect(device.pulses).toBe(1)
})

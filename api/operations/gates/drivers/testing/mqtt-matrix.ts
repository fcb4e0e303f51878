import { until } from '@openspot/db/testing/until.ts'
import { GateDevice } from '@openspot/gates-stand-in/device.ts'
import { connectDevice, type Dialect } from '@openspot/gates-stand-in/mqtt-device.ts'
import { connectAsync } from 'mqtt'
import { afterEach, describe, expect, test } from 'vitest'
import { testPorts } from '../../../../testing/clock.ts'
import type { GateDriver, TriggerOutcome } from '../driver.ts'
import { openMqttCover } from '../mqtt-cover.ts'
import type { BrokerAccess, MqttTimes } from '../mqtt-link.ts'
import { openMqttShelly } from '../mqtt-shelly.ts'
import { openMqttTasmota } from '../mqtt-tasmota.ts'
import { expectOutcome, pulse } from './expect-pulses.ts'
import { startProxy } from './mute-proxy.ts'

/** A broker that a test can stop and start again on the same port. */
export interface TestBroker {
  access: BrokerAccess
  stop(): Promise<void>
  start(): Promise<void>
}

const sensor = { id: 1, active_means: 'CLOSED' } as const
const open: Record<Dialect, (topic: string, access: BrokerAccess, times: MqttTimes) => GateDriver> = {
  SHELLY: (prefix, access, times) =>
    openMqttShelly(
      { prefix, wiring: { kind: 'SWITCH', id: 0, sensor: { ...sensor, id: 0 }, can_latch: false }, ...times },
      access,
      testPorts(),
    ),
  COVER: (topic, access, times) =>
    openMqttCover(
      {
        command_topic: `${topic}/set`,
        state_topic: `${topic}/state`,
        availability_topic: `${topic}/availability`,
        ...times,
      },
      access,
      testPorts(),
    ),
  TASMOTA: (topic, access, times) => openMqttTasmota({ topic, sensor, ...times }, access, testPorts()),
}

/** What each dialect reports after a pulse that went well: a cover never confirms one. */
const well: Record<Dialect, Pick<TriggerOutcome, 'outcome' | 'reason'>> = {
  SHELLY: { outcome: 'ACKNOWLEDGED', reason: null },
  COVER: { outcome: 'UNKNOWN', reason: 'no_acknowledgment' },
  TASMOTA: { outcome: 'ACKNOWLEDGED', reason: null },
}

export const dialects = ['SHELLY', 'COVER', 'TASMOTA'] as const
type Parts = Partial<ConstructorParameters<typeof GateDevice>[0]> & { keeps_session?: boolean }

/** The faults that every driver over MQTT must survive, on any broker. */
export function testMqttDrivers(
  startBroker: () => Promise<TestBroker>,
  of: readonly Dialect[] = dialects,
): void {
  const ends: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function start(dialect: Dialect, { keeps_session = false, ...options }: Parts = {}) {
    const broker = await startBroker()
    ends.push(() => broker.stop())
    const topic = `gate-${dialect.toLowerCase()}`
    const device = new GateDevice({ id: topic, kind: 'SWITCH', model: { travel_ms: 40 }, ...options })
    const link = await connectDevice(device, {
      ...broker.access,
      dialect,
      topic,
      reconnect_ms: 20,
      keeps_session,
    })
    ends.push(async () => {
      device.close()
      await link.close()
    })
    return { broker, device, link, topic }
  }

  /** Opens a driver that has seen its device, unless it is offline. */
  async function openSeen(dialect: Dialect, topic: string, access: BrokerAccess, times: MqttTimes = {}) {
    const driver = open[dialect](topic, access, { reconnect_ms: 20, response_timeout_ms: 300, ...times })
    ends.push(() => driver.close())
    await untilReachable(driver, true)
    return driver
  }

  const untilReachable = (driver: GateDriver, wanted: boolean) =>
    until(async () => (await driver.status()).is_reachable === wanted)

  describe.each(of)('%s', (dialect) => {
    test('executes one pulse, and the device ends it itself', async () => {
      const { broker, device, topic } = await start(dialect, { auto_off: false })
      const driver = await openSeen(dialect, topic, broker.access, { response_timeout_ms: 5000 })
      expectOutcome(await driver.trigger(pulse()), device, await executed(device, dialect))
    })

    test('waits for the first report of the device if it was just opened', async () => {
      const { broker, device, topic } = await start(dialect)
      const driver = open[dialect](topic, broker.access, { response_timeout_ms: 5000 })
      ends.push(() => driver.close())
      expectOutcome(await driver.trigger(pulse()), device, await executed(device, dialect))
    })

    test('sends nothing to a device that is offline, and nothing later when it is back', async () => {
      const { broker, device, link, topic } = await start(dialect)
      const driver = await openSeen(dialect, topic, broker.access, { response_timeout_ms: 5000 })
      await link.close()
      await until(
        async () => (await driver.trigger(pulse(AbortSignal.timeout(200)))).reason === 'device_offline',
      )
      const before = device.pulses
      expectOutcome(await driver.trigger(pulse()), device, {
        outcome: 'NOT_SENT',
        reason: 'device_offline',
        pulses: before,
      })
      const back = await connectDevice(device, { ...broker.access, dialect, topic })
      ends.push(() => back.close())
      await untilReachable(driver, true)
      expect(device.pulses).toBe(before)
    })

    test('sends nothing while the broker is away, and nothing later when it is back', async () => {
      const { broker, device, topic } = await start(dialect)
      const driver = await openSeen(dialect, topic, broker.access, { response_timeout_ms: 5000 })
      await broker.stop()
      await until(async () => (await driver.trigger(pulse())).reason === 'broker_disconnected')
      const before = device.pulses
      expectOutcome(await driver.trigger(pulse()), device, {
        outcome: 'NOT_SENT',
        reason: 'broker_disconnected',
        pulses: before,
      })
      await broker.start()
      await untilReachable(driver, true)
      // The next pulse is behind anything that was queued.
      const after = await driver.trigger(pulse())
      expectOutcome(after, device, await executed(device, dialect, before + 1))
    })

    test('sends nothing after the deadline', async () => {
      const { broker, device, topic } = await start(dialect)
      const driver = await openSeen(dialect, topic, broker.access)
      expectOutcome(await driver.trigger(pulse(AbortSignal.abort())), device, {
        outcome: 'NOT_SENT',
        reason: 'expired',
        pulses: 0,
      })
    })

    test('reports CLOSED, and then OPEN after a pulse', async () => {
      const { broker, topic } = await start(dialect)
      const driver = await openSeen(dialect, topic, broker.access)
      const positions: string[] = []
      driver.subscribe((event) => {
        if (event.type === 'POSITION') positions.push(event.position)
      })
      await until(async () => (await driver.status()).position === 'CLOSED')
      await driver.trigger(pulse())
      await until(() => positions.at(-1) === 'OPEN')
      expect((await driver.status()).position).toBe('OPEN')
    })

    test('has no faults in its setup when it is online, and changes and moves nothing to find out', async () => {
      const { broker, device, topic } = await start(dialect)
      device.pulse_time = 7
      const driver = await openSeen(dialect, topic, broker.access, { response_timeout_ms: 5000 })
      expect(await driver.checkConfig()).toEqual([])
      expect([device.pulses, device.pulse_time]).toEqual([0, 7])
    })
  })

  /** Waits for the pulse, which may follow the broker's confirmation, and returns what the test expects. */
  async function executed(device: GateDevice, dialect: Dialect, pulses = 1) {
    await until(() => device.pulses >= pulses, 5)
    return { ...well[dialect], pulses }
  }

  describe.each(of.filter((dialect) => dialect !== 'COVER'))('%s, which confirms pulses', (dialect) => {
    test('is unknown when the device executes the pulse and stays silent', async () => {
      const { broker, device, topic } = await start(dialect)
      const driver = await openSeen(dialect, topic, broker.access)
      device.setScript('SILENT')
      expectOutcome(await driver.trigger(pulse()), device, {
        outcome: 'UNKNOWN',
        reason: 'no_response',
        pulses: 1,
      })
    })

    test('is unknown when the broker stops in between, and the pulse is not repeated after its restart', async () => {
      const { broker, device, topic } = await start(dialect)
      const driver = await openSeen(dialect, topic, broker.access, { response_timeout_ms: 9000 })
      // The broker stops before the driver's answer, whatever it is.
      device.setScript('SILENT')
      const outcome = driver.trigger(pulse())
      await until(() => device.pulses === 1, 5)
      await broker.stop()
      expectOutcome(await outcome, device, { outcome: 'UNKNOWN', reason: 'connection_lost', pulses: 1 })
      // The next pulses count only once the contact is open again.
      await until(() => !device.is_on, 5)
      device.setScript('OK')
      await broker.start()
      await untilReachable(driver, true)
      // This answer is behind anything that would be repeated.
      await driver.checkConfig()
      expect(device.pulses).toBe(1)
    })

    test('executes nothing when the device refuses', async () => {
      const { broker, device, topic } = await start(dialect, { script: 'ERROR' })
      const driver = await openSeen(dialect, topic, broker.access)
      const outcome = await driver.trigger(pulse())
      expect(outcome.outcome).toBe('NOT_SENT')
      expect(device.pulses).toBe(0)
    })
  })

  test('a pulse that the broker did not confirm is not sent again over the next connection', async () => {
    const { broker, device, topic } = await start('SHELLY')
    const proxy = await startProxy(broker.access.url)
    ends.push(() => proxy.close())
    const access = { ...broker.access, url: proxy.url }
    const driver = await openSeen('SHELLY', topic, access, { response_timeout_ms: 9000 })
    proxy.is_mute = true
    const outcome = driver.trigger(pulse())
    await until(() => device.pulses === 1 && !device.is_on, 5)
    proxy.breakConnections()
    expectOutcome(await outcome, device, { outcome: 'UNKNOWN', reason: 'connection_lost', pulses: 1 })
    proxy.is_mute = false
    await untilReachable(driver, true)
    // This answer is behind anything that would be repeated.
    await driver.checkConfig()
    expect(device.pulses).toBe(1)
  })

  test('a firmware that rejects toggle_after gets no pulse over MQTT either', async () => {
    const { broker, device, topic } = await start('SHELLY', { rejects_toggle_after: true })
    const driver = await openSeen('SHELLY', topic, broker.access)
    expectOutcome(await driver.trigger(pulse()), device, {
      outcome: 'NOT_SENT',
      reason: 'misconfigured',
      pulses: 0,
    })
  })

  test('commands are never retained, so a device that connects later finds none', async () => {
    const { broker, device, topic } = await start('COVER')
    const driver = await openSeen('COVER', topic, broker.access)
    await driver.trigger(pulse())
    await executed(device, 'COVER')
    const { url, ...credentials } = broker.access
    const late = await connectAsync(url, credentials)
    ends.push(() => late.endAsync(true))
    const found: string[] = []
    late.on('message', (at) => found.push(at))
    const last = new Promise<void>((done) => late.on('message', (at) => at === 'end' && done()))
    await late.subscribeAsync(['#'], { qos: 1 })
    await late.publishAsync('end', '', { qos: 1 })
    await last
    expect(found).toContain(`${topic}/availability`)
    expect(found).not.toContain(`${topic}/set`)
  })
}

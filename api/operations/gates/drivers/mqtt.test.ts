import { connect, connectAsync } from 'mqtt'
import { afterEach, describe, expect, test } from 'vitest'
import { type BrokerAccount, type EmbeddedBroker, openBroker, startEmbeddedBroker } from './broker.ts'
import { type TestBroker, testMqttDrivers } from './testing/mqtt-matrix.ts'

const own: BrokerAccount = { username: 'openspot', password: 'own', prefixes: null }

async function embedded(): Promise<TestBroker> {
  let broker: EmbeddedBroker | null = await startEmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    accounts: [own],
  })
  const { url, port } = broker
  return {
    access: { url, username: own.username, password: own.password },
    stop: async () => {
      await broker?.close()
      broker = null
    },
    start: async () => {
      broker = await startEmbeddedBroker({ host: '127.0.0.1', port, accounts: [own] })
    },
  }
}

describe('with the embedded broker', () => {
  testMqttDrivers(embedded)
})

describe('the embedded broker', () => {
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  async function start() {
    const device: BrokerAccount = { username: 'north', password: 'north-password', prefixes: ['north'] }
    const broker = await openBroker({
      host: '127.0.0.1',
      port: 0,
      accounts: [device],
      own_password: 'own-password',
    })
    ends.push(() => broker.close())
    const connectAs = async (username: string, password: string, more: object = {}) => {
      const client = await connectAsync(broker.access.url, {
        username,
        password,
        reconnectPeriod: 0,
        ...more,
      })
      ends.push(() => client.endAsync(true))
      return client
    }
    return { broker, connectAs }
  }

  test.each([
    ['north', 'wrong'],
    ['nobody', 'north-password'],
  ])('rejects %s with %s', async (username, password) => {
    const { connectAs } = await start()
    await expect(connectAs(username, password)).rejects.toThrow('Not authorized')
  })

  test('lets a device use only its own topics', async () => {
    const { connectAs } = await start()
    const device = await connectAs('north', 'north-password')
    const granted = await device.subscribeAsync('north/rpc', { qos: 1 })
    expect(granted.map(({ qos }) => qos)).toEqual([1])
    await expect(device.subscribeAsync('south/rpc', { qos: 1 })).rejects.toThrow('Subscribe error')
    await expect(device.subscribeAsync('#', { qos: 1 })).rejects.toThrow('Subscribe error')
  })

  test('ends the connection of a device that commands another gate, and delivers nothing', async () => {
    const { broker, connectAs } = await start()
    const driver = await connectAs(broker.access.username ?? '', broker.access.password ?? '')
    const received: string[] = []
    driver.on('message', (topic) => received.push(topic))
    await driver.subscribeAsync('#', { qos: 1 })
    const device = await connectAs('north', 'north-password')
    const ended = new Promise<void>((done) => device.once('close', done))
    device.publish('south/rpc', '{}', { qos: 1 })
    await ended
    const last = new Promise<void>((done) => driver.on('message', (topic) => topic === 'end' && done()))
    await driver.publishAsync('end', '', { qos: 1 })
    await last
    expect(received).toEqual(['end'])
  })

  test('keeps no messages for a device that is away, even if the device asks for it', async () => {
    const { broker, connectAs } = await start()
    const session = { clientId: 'north', clean: false }
    const device = await connectAs('north', 'north-password', session)
    await device.subscribeAsync('north/rpc', { qos: 1 })
    await device.endAsync()
    const driver = await connectAs(broker.access.username ?? '', broker.access.password ?? '')
    await driver.publishAsync('north/rpc', 'late', { qos: 1 })
    const received: string[] = []
    const back = connect(broker.access.url, { username: 'north', password: 'north-password', ...session })
    ends.push(() => back.endAsync(true))
    back.on('message', (_topic, payload) => received.push(payload.toString()))
    const last = new Promise<void>((done) =>
      back.on('message', (_topic, payload) => String(payload) === 'end' && done()),
    )
    await new Promise<void>((done) => back.once('connect', () => done()))
    await back.subscribeAsync('north/rpc', { qos: 1 })
    await driver.publishAsync('north/rpc', 'end', { qos: 1 })
    await last
    expect(received).toEqual(['end'])
  })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { getGateOpenRoute } from '@openspot/contract/operations/gates.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createGate, openGate, type TestGate } from '../../testing/factories/gates.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

let api: TestApi
const children: ChildProcess[] = []

beforeAll(async () => {
  api = await testApi({ OPENSPOT_GATE_NETWORKS: '127.0.0.1/32' })
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => api.close())

/** Starts the stand-in of a device as its own process, as an operator without hardware does, and returns its address. */
async function aDevice(...options: string[]): Promise<{ child: ChildProcess; url: string }> {
  const main = fileURLToPath(new URL('../../../stand-ins/gates/main.ts', import.meta.url))
  const args = [main, '--port', '0', '--password', 'secret', '--cover', '--travel-ms', '50', ...options]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const url = await new Promise<string>((found, fail) => {
    child.once('exit', (code) => fail(new Error(`The stand-in ended with ${code}.`)))
    child.stdout.on('data', (bytes: Buffer) => {
      const address = /http:\S+/.exec(bytes.toString())
      if (address) found(address[0])
    })
  })
  return { child, url }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
}

async function aGateOf(url: string): Promise<{ gate: TestGate; patroller: Person }> {
  const { lot_id } = await aLot(api, {}, 1)
  const admin = await aMember(api, lot_id, 'ADMIN')
  const patroller = await aMember(api, lot_id, 'PATROLLER')
  const device = {
    driver: 'SHELLY_HTTP',
    url,
    channel: 0,
    sensor_input: null,
    can_latch: false,
    is_cover: true,
  } as const
  const gate = await createGate(api, { lot_id, admin, body: { device, password: 'secret' } })
  return { gate, patroller }
}

const statusOf = (gate: TestGate, person: Person) =>
  api.call(getGateOpenRoute, { params: gate.params, query: {} }, person.token)

test('a gate whose hardware is another process opens with one pulse, and its sensor says so; once that process is gone, a request fails', async () => {
  const { child, url } = await aDevice()
  const { gate, patroller } = await aGateOf(url)
  await openGate(api, gate, patroller, { note: 'Delivery' })
  await api.deps.gates.settled()
  await vi.waitUntil(async () => (await statusOf(gate, patroller)).status === 'OPEN', { timeout: 30_000 })
  const opened = await statusOf(gate, patroller)
  expect(opened).toMatchObject({ confirmed_by: 'SENSOR', gate: { position: 'OPEN', is_reachable: true } })
  expect(opened.steps.filter(({ status }) => status === 'SENT')).toHaveLength(1)

  await end(child)
  api.ports.advance({ minutes: 2 })
  await openGate(api, gate, patroller, { note: 'Delivery' })
  await api.deps.gates.settled()
  expect(await statusOf(gate, patroller)).toMatchObject({ status: 'FAILED', is_final: true })
})

test('a device that executes the pulse and stays silent leaves the request unknown and gets no second pulse', async () => {
  const { url } = await aDevice('--script', 'SILENT')
  const { gate, patroller } = await aGateOf(url)
  await openGate(api, gate, patroller, { note: 'Delivery' })
  await api.deps.gates.settled()
  const { steps } = await statusOf(gate, patroller)
  expect(steps.map(({ status }) => status)).toEqual(expect.arrayContaining(['SENT', 'UNKNOWN']))
  expect(steps.filter(({ status }) => status === 'SENT')).toHaveLength(1)
})

import { testPorts } from '@openspot/api/testing/clock.ts'
import { Pace } from '@openspot/api/traffic.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { testDatabase } from '@openspot/db/testing/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeps } from './app-deps.ts'

const ports = testPorts()
const stripe = {
  address: { secret_key: 'sk_test_nobody', host: { host: '127.0.0.1', port: 9, protocol: 'http' } },
  webhook_secret: '',
  connect_webhook_secret: '',
} as const
const lot_id = '00000000-0000-7000-8000-000000000001'

type Deps = Awaited<ReturnType<typeof createDeps>>
let drop: () => Promise<unknown>
let other: Deps
/** The dependencies of a process that receives no requests. */
let worker: Deps
beforeAll(async () => {
  const database = await testDatabase()
  drop = () => database.drop()
  const open = () => createDeps(readSettings({ LOG_LEVEL: 'fatal' }), database.url, stripe, ports)
  other = await open()
  worker = await open()
})
afterAll(async () => {
  await other.close()
  await worker.close()
  await drop()
})

/** Announces a change, and returns when both processes know it. */
async function announce(by: Deps): Promise<void> {
  const heard = [other, worker].map(({ changes }) => {
    return new Promise<void>((done) => {
      const stop = changes.watch(lot_id, () => {
        stop()
        done()
      })
    })
  })
  by.changes.announce(lot_id)
  await Promise.all(heard)
}

test('long work in a process without requests pauses after a change that another process announces, and not after its own', async () => {
  const pace = new Pace(worker)
  ports.advance({ seconds: 1 })
  await announce(worker)
  await pace.giveWay()
  expect(ports.pauses).toEqual([])
  ports.advance({ seconds: 0.25 })
  await announce(other)
  await pace.giveWay()
  expect(ports.pauses).toEqual([3_000])
})

import { placedDatabase } from '@openspot/api/testing/placed-database.ts'
import { atDepth } from '@openspot/db/testing/depth.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import { afterAll, expect, test } from 'vitest'
import { connectionKinds, cutAndRecover, losses } from './connections.ts'
import { startLoad } from './load.ts'
import { startProduct } from './product.ts'

const runs = commandRuns()
afterAll(async () => {
  await runs.endAll()
  runs.remove()
})

test('API and worker survive cuts of each kind of connection under load: bookings, jobs, and events go on in the same process, and no acknowledged booking is lost', async () => {
  const database = await placedDatabase()
  const { url, owner_url } = database
  const product = await startProduct(runs, { DATABASE_URL: url, DATABASE_MIGRATE_URL: owner_url })
  const load = await startLoad({ ...product, database_url: url })
  const rounds = Array.from({ length: atDepth(1, 3) }, () => connectionKinds)
  for (const kind of rounds.flat()) {
    await cutAndRecover(owner_url, load, kind)
    expect(product.isAlive(), `after a cut of ${kind}`).toBe(true)
  }
  await load.stop()
  expect(await losses(owner_url, load)).toEqual([])
  expect(product.output()).toMatch(/"event":"database_lost"[\s\S]*"event":"database_back"/)
  // The handlers of last resort would hide a connection without a listener.
  expect(product.output()).not.toContain('"event":"uncaught"')
  await runs.endAll()
  await database.drop()
}, 300_000)

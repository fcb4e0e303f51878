import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { connectDatabase } from '@openspot/db/database.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRole } from '@openspot/db/privileges.ts'
import { thisRelease } from '@openspot/db/release.ts'
import { laterRelease } from '@openspot/db/testing/release.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../app/app.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aPerson } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** Starts another process of the product on the same database. */
async function anotherServer(): Promise<{ base: string; close(): Promise<void> }> {
  const own = await connectDatabase(api.deps.database.url)
  const app = await buildApp({ ...api.deps, database: own })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    base: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    async close() {
      await app.close()
      await own.close()
    },
  }
}

/**
 * A release that adds a column and an index and recreates every function of reservations. It can run beside this one.
 */
const expanding = () =>
  laterRelease({
    runs_with: thisRelease().version,
    migrations: {
      '9001_column.sql': 'alter table reservations add column later integer;',
      '9002_index.sql': `-- outside a transaction: reservations are many
drop index concurrently if exists reservations_later;
create index concurrently if not exists reservations_later on reservations (later);
`,
    },
    functions: {
      'reservations.sql': `${readFileSync(path.join(thisRelease().functions, 'reservations.sql'), 'utf8')}\n-- Later.\n`,
    },
  })

test('fails no booking while a release is rolled out and back on one database', async () => {
  const lot = await aLot(api, {}, 3)
  const failures: string[] = []
  const booked: string[] = []
  /** The servers among which the load balancer distributes calls. */
  let servers = [api.base]
  let isOver = false
  const drivers = lot.spot_ids.map(async (spot_id) => {
    const driver = await aPerson(api)
    const payment_method_id = await aCard(api, driver)
    for (let turn = 0; !isOver; turn++) {
      // The test clock stands still, so rate limit windows never end.
      await api.deps.database.pool.query('delete from rate_limits')
      const base = servers[turn % servers.length] ?? api.base
      await bookAs({ ...api, base }, driver, {
        spot_id,
        payment_method_id,
        ...twoHours(api, 1 + turn * 4),
      }).then(
        ({ reservation }) => booked.push(reservation.id),
        (error: unknown) => failures.push(String(error)),
      )
    }
  })
  const more = async (count: number) => {
    const goal = booked.length + count
    await vi.waitUntil(() => failures.length > 0 || booked.length >= goal, 60_000)
  }
  const release = expanding()
  try {
    await more(6)
    await migrate(api.owner_url, () => {}, appRole, release)
    await more(6)
    const newer = await anotherServer()
    servers = [api.base, newer.base]
    await more(12)
    // Rollback: the load balancer removes the newer server, it stops, and the older version starts again.
    servers = [api.base]
    await more(6)
    await newer.close()
    await migrate(api.owner_url, () => {}, appRole)
    await more(6)
  } finally {
    isOver = true
    await Promise.all(drivers)
    release.remove()
  }
  expect(failures).toEqual([])
  const { rows } = await api.deps.database.pool.query(
    `select count(*)::int as kept from reservations where id = any ($1) and status = 'ACTIVE'`,
    [booked],
  )
  expect(rows).toEqual([{ kept: booked.length }])
  await api.runJobs()
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})

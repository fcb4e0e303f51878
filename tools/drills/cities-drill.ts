import path from 'node:path'
import { distributeCity, makeCity, moveToWorker, rolesOfCity, urlAs } from '@openspot/db/cities.ts'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import pg from 'pg'
import { until } from '../under-test/until.ts'
import { startCitus } from './citus.ts'
import { makeJourney, type Place } from './city-journey.ts'
import { losses } from './connections.ts'
import { createDrillDatabase } from './database.ts'
import type { Drill } from './drill.ts'
import { startLoad } from './load.ts'
import { startWithProvider } from './with-provider.ts'

const places: Record<string, Place> = {
  chicago: { lat: 41.879, lng: -87.634 },
  milwaukee: { lat: 43.039, lng: -87.906 },
}
/** The index in memory reads snapshots of one server (docs/decisions/0040-fast-reads.md). */
const env = { OPENSPOT_SEARCH_INDEX: '0' }

/** Runs the same journey on plain PostgreSQL and in two cities on Citus, and moves a city to the other worker while drivers book. */
export const citiesDrill: Drill = async (write) => {
  const runs = commandRuns()
  const provider = await startCluster(path.join(runs.folder, 'provider'))
  const plain = await startCluster(path.join(runs.folder, 'plain'), ['fsync=off'])
  const citus = await startCitus(2)
  const undo: (() => Promise<void>)[] = []
  const table: object[] = []
  const problems: string[] = []
  const start = async (name: string, url: string) => {
    // The provider's events are for one product, so each has its own.
    await query(provider.url('postgres'), `create database provider_${name}`)
    const product = await startWithProvider(url, provider.url(`provider_${name}`), env)
    undo.push(() => product.stop())
    return { ...product, database_url: url }
  }
  const journey = async (name: string, where: string, url: string, place: Place) => {
    const reached = await start(name, url)
    const result = await makeJourney(reached, place)
    problems.push(...result.problems.map((problem) => `${name}: ${problem}`))
    const row = { city: name, on: where, ...result.latencies }
    table.push(row)
    write(row)
    return reached
  }
  try {
    const { url } = await createDrillDatabase(plain)
    await journey('plain', 'one PostgreSQL', url, places['chicago'] ?? { lat: 0, lng: 0 })
    for (const [at, [name, place]] of Object.entries(places).entries()) {
      const roles = rolesOfCity(name, 'owner', 'app')
      await makeCity(citus.url, name, roles)
      await distributeCity(citus.url, name, roles, citus.workers[at])
      const reached = await journey(name, `worker ${at + 1}`, urlAs(citus.url, roles.app), place)
      if (at > 0) continue
      const owner_url = urlAs(citus.url, roles.owner)
      const moved = await moveUnderLoad(citus.url, name, citus.workers[1], owner_url, reached)
      problems.push(...moved.problems)
      write(moved)
      table.push({ city: name, on: 'moved to worker 2', ...moved.figures })
    }
  } finally {
    for (const step of undo) await step()
    citus.stop()
    await plain.stop()
    await provider.stop()
    runs.remove()
  }
  return { table, problems }
}

/** Moves a city while drivers book, and counts what was acknowledged and is gone. */
async function moveUnderLoad(
  url: string,
  city: string,
  to: { host: string; port: number } | undefined,
  owner_url: string,
  reached: Parameters<typeof startLoad>[0],
) {
  if (!to) throw new Error('There is no second worker.')
  const load = await startLoad(reached)
  const more = (count: number) => {
    const goal = load.booked.length + count
    return until(`${goal} bookings`, () => load.booked.length >= goal, 120)
  }
  await more(5)
  const began = performance.now()
  await moveToWorker(url, city, to)
  const ended = performance.now()
  await more(5)
  await load.stop()
  const during = load.booked.filter(({ acknowledged }) => acknowledged > began && acknowledged < ended)
  const longest = Math.max(...load.booked.map((one) => one.acknowledged - one.began))
  return {
    figures: {
      move_s: Math.round((ended - began) / 100) / 10,
      booked: load.booked.length,
      booked_during: during.length,
      slowest_booking_ms: Math.round(longest),
    },
    problems: (await losses(owner_url, load)).map((problem) => `${city}, moved: ${problem}`),
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

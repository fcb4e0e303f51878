import path from 'node:path'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import { connectionKinds, cutAndRecover, losses, type Recovery, recover } from './connections.ts'
import { createDrillDatabase } from './database.ts'
import { type Drill, laterThan, tableOf } from './drill.ts'
import { startLoad } from './load.ts'
import { arrangements, startProduct } from './product.ts'

const times = 20
const allowedMilliseconds = 5_000

/** Cuts each kind of connection, and restarts the whole server, 20 times each while drivers book, in each arrangement. */
export const connectionsDrill: Drill = async (write) => {
  const found: Recovery[] = []
  const problems: string[] = []
  for (const [arrangement, roles] of Object.entries(arrangements)) {
    const result = await drill(arrangement, roles, write)
    found.push(...result.found)
    problems.push(...result.problems)
  }
  return { table: tableOf(found), problems: [...problems, ...laterThan(allowedMilliseconds, found)] }
}

async function drill(arrangement: string, roles: string[], write: (figures: object) => void) {
  const runs = commandRuns()
  const folder = path.join(runs.folder, 'server')
  let cluster = await startCluster(folder)
  const found: Recovery[] = []
  const problems: string[] = []
  try {
    const { url, owner_url } = await createDrillDatabase(cluster)
    const product = await startProduct(runs, { DATABASE_URL: url, DATABASE_MIGRATE_URL: owner_url }, roles)
    const load = await startLoad({ ...product, database_url: url })
    const faults: Record<string, () => Promise<Recovery>> = {
      ...Object.fromEntries(
        connectionKinds.map((kind) => [kind, () => cutAndRecover(owner_url, load, kind)]),
      ),
      'server restarted': async () => {
        await cluster.stop()
        cluster = await startCluster(folder, [], cluster.port)
        return recover(owner_url, load, 'server restarted')
      },
    }
    for (let time = 1; time <= times; time++) {
      for (const fault of Object.values(faults)) {
        const recovery = await fault()
        found.push({ ...recovery, fault: `${recovery.fault} (${arrangement})` })
        write({ arrangement, time, ...recovery })
        if (!product.isAlive()) throw new Error(`A process ended:\n${product.output()}`)
      }
    }
    await load.stop()
    problems.push(...(await losses(owner_url, load)))
    // The handlers of last resort would hide a connection without a listener.
    if (product.output().includes('"event":"uncaught"')) problems.push('an error had no handler')
    write({ arrangement, acknowledged: load.booked.length })
  } finally {
    await runs.endAll()
    await cluster.stop()
    runs.remove()
  }
  return { found, problems }
}

import path from 'node:path'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import { losses, type Recovery, recover } from './connections.ts'
import { createDrillDatabase } from './database.ts'
import { type Drill, laterThan, tableOf } from './drill.ts'
import { startLoad } from './load.ts'
import { startPatroni } from './patroni.ts'
import { startWithProvider } from './with-provider.ts'

const times = 5
const allowedMilliseconds = { process: 8_000, node: 30_000 }
/** A job that a worker was doing when its connection broke is done by another one within a minute. */
const allowedJobMilliseconds = 60_000

/** Kills, freezes, and switches the primary of a Patroni cluster of three nodes while drivers book. */
export const failoverDrill: Drill = async (write) => {
  const runs = commandRuns()
  // The card provider has its own database, as it would: only ours fails over.
  const provider = await startCluster(path.join(runs.folder, 'provider'))
  const cluster = await startPatroni()
  const found: Recovery[] = []
  const problems: string[] = []
  const undo: (() => Promise<void>)[] = []
  try {
    const { url, owner_url } = await createDrillDatabase(cluster)
    const product = await startWithProvider(url, provider.url('postgres'))
    undo.push(() => product.stop())
    const load = await startLoad({ ...product, database_url: url })
    const nothing = () => {}
    const faults: Record<
      string,
      { allowed: keyof typeof allowedMilliseconds; cause: () => Promise<() => void> }
    > = {
      'server killed': { allowed: 'process', cause: () => cluster.killServer().then(() => nothing) },
      switchover: { allowed: 'process', cause: () => cluster.switchOver().then(() => nothing) },
      'node killed': { allowed: 'node', cause: () => cluster.killNode() },
      'node frozen': { allowed: 'node', cause: () => cluster.freezeNode() },
    }
    for (let time = 1; time <= times; time++) {
      for (const [fault, { allowed, cause }] of Object.entries(faults)) {
        const before = await cluster.primary()
        const at = performance.now()
        const repair = await cause()
        const recovery = await recover(owner_url, load, fault, at)
        const after = await cluster.primary()
        repair()
        await cluster.untilHealthy()
        found.push(recovery)
        problems.push(
          ...laterThan(allowedMilliseconds[allowed], [{ ...recovery, job_ms: 0 }]),
          ...laterThan(allowedJobMilliseconds, [recovery]),
        )
        write({ time, ...recovery, before, after })
        if (!product.isAlive()) throw new Error(`The process ended:\n${product.output()}`)
      }
    }
    await load.stop()
    problems.push(...(await losses(owner_url, load)))
    write({ acknowledged: load.booked.length })
  } finally {
    for (const step of undo) await step()
    cluster.stop()
    await provider.stop()
    runs.remove()
  }
  return { table: tableOf(found), problems }
}

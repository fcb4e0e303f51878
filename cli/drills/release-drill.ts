import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlainError } from '@openspot/core/plain-error.ts'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRole } from '@openspot/db/privileges.ts'
import pg from 'pg'
import { root } from '../settings.ts'
import { address, commandRuns, type Run } from '../testing.ts'
import { startBalancer } from './balancer.ts'
import { losses } from './connections.ts'
import type { Drill } from './drill.ts'
import { startLoad } from './load.ts'

const rounds = 3
const phaseMilliseconds = 10_000

/**
 * Rolls this version out beside the one before the last change of the schema, and back, while drivers book: two checkouts,
 * two processes, one database. No request may fail.
 */
export const releaseDrill: Drill = async (write) => {
  const runs = commandRuns()
  const ref = git('log', '-n1', '--format=%H^', '--', 'db/schema.json')
  const older = checkOut(ref, path.join(runs.folder, 'older'))
  const cluster = await startCluster(path.join(runs.folder, 'server'))
  const problems: string[] = []
  const table: object[] = []
  try {
    const balancer = await startBalancer()
    for (let round = 1; round <= rounds; round++) {
      const name = `release${round}`
      const result = await roll(name)
      table.push({ round, ...result })
      write({ round, ...result })
    }
    await balancer.close()

    async function roll(name: string) {
      const url = cluster.appUrl(name)
      const owner_url = cluster.url(name)
      await createDatabase(cluster.url('postgres'), name)
      const start = async (checkout: string) => {
        const run = runs.openspot(
          ['start'],
          { DATABASE_URL: url, DATABASE_MIGRATE_URL: owner_url, LOG_LEVEL: 'warn' },
          checkout,
        )
        return { run, base: await address(run) }
      }
      const first = await start(older)
      await balancer.use(first.base)
      const load = await startLoad({
        base: balancer.base,
        database_url: url,
        sandbox_port: await sandboxPortOf(owner_url),
      })
      await pause(phaseMilliseconds)
      const newer = await start(root)
      await balancer.use(first.base, newer.base)
      await pause(phaseMilliseconds)
      await balancer.use(newer.base)
      await stop(first.run)
      await pause(phaseMilliseconds)
      const again = await start(older)
      await balancer.use(newer.base, again.base)
      await pause(phaseMilliseconds)
      await balancer.use(again.base)
      await stop(newer.run)
      await pause(phaseMilliseconds)
      await load.stop()
      await stop(again.run)
      const found = [...balancer.failures.splice(0), ...(await losses(owner_url, load))]
      problems.push(...found)
      return { older: ref.slice(0, 8), booked: load.booked.length, requests: balancer.answered, failed: found.length }
    }
  } finally {
    await runs.endAll()
    await cluster.stop()
    spawnSync('git', ['worktree', 'remove', '--force', older], { cwd: root })
    runs.remove()
  }
  return { table, problems }
}

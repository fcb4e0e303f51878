import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlainError } from '@openspot/core/plain-error.ts'
import { freePort, startCluster } from '@openspot/db/embedded/cluster.ts'
import { readSchemaFile } from '@openspot/db/release.ts'
import { root } from '@openspot/server/settings.ts'
import { address, commandRuns, type Run } from '@openspot/server/testing/product.ts'
import pg from 'pg'
import { startBalancer } from './balancer.ts'
import { losses } from './connections.ts'
import type { Drill } from './drill.ts'
import { startLoad } from './load.ts'

const rounds = 3
const phaseMilliseconds = 10_000

/**
 * Rolls this version out over the oldest one that `db/schema.json` allows, and back, while drivers book: two checkouts,
 * two processes, one database. No request may fail.
 */
export const releaseDrill: Drill = async (write) => {
  const runs = commandRuns()
  const ref = oldestAllowed()
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
      const start = async (checkout: string, stand_in_port: number) => {
        const run = runs.openspot(
          ['start'],
          {
            DATABASE_URL: url,
            DATABASE_MIGRATE_URL: owner_url,
            LOG_LEVEL: 'warn',
            STRIPE_STAND_IN_PORT: String(stand_in_port),
          },
          checkout,
        )
        return { run, base: await address(run) }
      }
      const { answered } = balancer
      const [first_port, newer_port] = [await freePort(), await freePort()]
      const first = await start(older, first_port)
      await balancer.use(first.base)
      const load = await startLoad({
        base: balancer.base,
        database_url: url,
        stand_in_port: first_port,
      })
      await pause(phaseMilliseconds)
      const newer = await start(root, newer_port)
      await balancer.use(first.base, newer.base)
      await pause(phaseMilliseconds)
      await balancer.use(newer.base)
      await stop(first.run)
      await pause(phaseMilliseconds)
      const again = await start(older, first_port)
      await balancer.use(newer.base, again.base)
      await pause(phaseMilliseconds)
      await balancer.use(again.base)
      await stop(newer.run)
      await pause(phaseMilliseconds)
      await load.stop()
      await stop(again.run)
      const requests = balancer.answered - answered
      const found = [...balancer.failures.splice(0), ...(await losses(owner_url, load))]
      problems.push(...found)
      return {
        older: ref.slice(0, 8),
        booked: load.booked.length,
        requests,
        failed: found.length,
      }
    }
  } finally {
    await runs.endAll()
    await cluster.stop()
    spawnSync('git', ['worktree', 'remove', '--force', older], { cwd: root })
    runs.remove()
  }
  return { table, problems }
}

function git(...words: string[]): string {
  const done = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (done.status !== 0) throw new PlainError(`This drill needs the history of the checkout: ${done.stderr}`)
  return done.stdout.trim()
}

/** The newest commit with the schema version that `runs_with` names. */
function oldestAllowed(): string {
  const { version, runs_with } = readSchemaFile()
  if (runs_with === version) throw new PlainError(`Schema ${version} runs beside no older one.`)
  const found = git('log', '--format=%H', '--', 'db/schema.json')
    .split('\n')
    .find((ref) => git('show', `${ref}:db/schema.json`).includes(`"version": ${runs_with},`))
  if (found === undefined) throw new PlainError(`No commit of this checkout has schema ${runs_with}.`)
  return found
}

/** A checkout of another commit with the dependencies that it asks for. */
function checkOut(ref: string, folder: string): string {
  git('worktree', 'add', '--detach', folder, ref)
  const { status } = spawnSync(process.execPath, ['cli/openspot.mjs', 'help'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new PlainError(`The dependencies of ${ref} could not be installed.`)
  return folder
}

/** Ends a process as an operator does, and waits until it has answered what it was sent. */
async function stop(run: Run): Promise<void> {
  run.child.kill('SIGTERM')
  const code = await run.ended
  if (code !== 0) throw new Error(`It ended with ${code}:\n${run.output()}`)
}

async function createDatabase(admin_url: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: admin_url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
}

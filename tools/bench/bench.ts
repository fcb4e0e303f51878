import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PlainError } from '@openspot/core/plain-error.ts'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRole } from '@openspot/db/privileges.ts'
import pg from 'pg'
import { compareWith } from './against.ts'
import { explain } from './explain.ts'
import { fill } from './fill.ts'
import { measure } from './measure.ts'
import { allowExplain } from './plans.ts'
import { startProcesses } from './processes.ts'
import { report, reportPlans } from './report.ts'
import { tryRowSecurity } from './row-security.ts'
import { sizeOf } from './size.ts'

const use =
  'npm run bench -- [--size small|large] [--seed N] [--verbose] | --row-security | --against <checkout>'
const print = (line: string) => console.log(line)

/**
 * Measures the product against a minimal baseline, on a temporary database. Fails if a ratio misses its target or a
 * statement reads a large table completely.
 */
export async function bench(args: string[]): Promise<number> {
  const { size, seed, isVerbose, isTrial, against } = readArgs(args)
  if (against !== null) {
    await compareWith(against, print)
    return 0
  }
  if (isTrial) {
    await tryRowSecurity(print)
    return 0
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-bench-'))
  // With the server settings of the product, because a bench that does not wait for the disk proves nothing.
  const cluster = await startCluster(folder)
  const undo: (() => Promise<void>)[] = [() => cluster.stop()]
  const end = async () => {
    for (const step of undo.splice(0).toReversed())
      await step().catch((error: unknown) => console.error(error))
    rmSync(folder, { recursive: true, force: true })
  }
  // When stopped, it leaves no server and no gigabytes behind.
  for (const signal of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(130)))
  }
  try {
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    await admin.query('create database bench')
    await admin.end()
    const owner_url = cluster.url('bench')
    const database_url = cluster.appUrl('bench')
    await migrate(owner_url, () => {}, appRole)
    const client = new pg.Client({ connectionString: owner_url })
    client.on('error', () => {})
    await client.connect()
    undo.push(() => client.end())

    print(
      `${cpus()[0]?.model}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}`,
    )
    print(`${size.name}: ${size.spots} spots, ${size.reservations} reservations, seed ${seed}\n`)
    // Some of the loaded days are already in the past, as on a product that has been running.
    const base = new Date(Math.floor(Date.now() / 86_400_000 - 5) * 86_400_000)
    await fill(client, size, base, seed, print)
    const processes = await startProcesses({ url: database_url, owner_url })
    undo.push(() => processes.stop())
    const context = { processes, size, base_at: base.toISOString(), database_url, print }
    // Unlike ratios, rates and times depend on the load of the machine, so it is reported.
    print(`machine load before: ${loadavg()[0]?.toFixed(1)}`)
    const measured = await measure(context, client)
    await allowExplain(client, appRole)
    const explained = await explain(database_url, size, context.base_at)
    const misses = [...report(measured, print), ...reportPlans(explained, isVerbose, print)]
    print(
      misses.length === 0
        ? '\nAll targets are met.'
        : `\nMissed:\n${misses.map((miss) => `  ${miss}`).join('\n')}`,
    )
    return misses.length === 0 ? 0 : 1
  } finally {
    await end()
  }
}

function readArgs(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        size: { type: 'string' },
        seed: { type: 'string' },
        verbose: { type: 'boolean' },
        'row-security': { type: 'boolean' },
        against: { type: 'string' },
      },
    })
    const { size = 'small', seed = '1', verbose = false } = values
    if (size !== 'small' && size !== 'large') throw new PlainError(`The size must be small or large. ${use}`)
    if (!/^\d{1,6}$/.test(seed)) throw new PlainError(`The seed must be a whole number of at least 0. ${use}`)
    return {
      size: sizeOf(size),
      seed: Number(seed),
      isVerbose: verbose,
      isTrial: values['row-security'] ?? false,
      against: values.against ?? null,
    }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}

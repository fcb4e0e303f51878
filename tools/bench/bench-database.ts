import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRole } from '@openspot/db/privileges.ts'
import pg from 'pg'
import { fill } from './fill.ts'
import type { Size } from './size.ts'

export interface BenchDatabase {
  /** Connected as the owner of the tables. */
  client: pg.Client
  owner_url: string
  database_url: string
  /** The midnight from which the loaded reservations are counted. */
  base: Date
  /** Adds a step that `end` runs before all earlier ones. */
  undo(step: () => Promise<void>): void
  end(): Promise<void>
}

/** Starts a temporary PostgreSQL with a filled database. It is removed by `end`, and when the process is stopped. */
export async function openBenchDatabase(
  size: Size,
  seed: number,
  print: (line: string) => void,
): Promise<BenchDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-bench-'))
  // With the server settings of the product, because a bench that does not wait for the disk proves nothing.
  const cluster = await startCluster(folder)
  const steps: (() => Promise<void>)[] = [() => cluster.stop()]
  const end = async () => {
    for (const step of steps.splice(0).toReversed())
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
    await migrate(owner_url, () => {}, appRole)
    const client = new pg.Client({ connectionString: owner_url })
    client.on('error', () => {})
    await client.connect()
    steps.push(() => client.end())
    // Some of the loaded days are already in the past, as on a product that has been running.
    const base = new Date(Math.floor(Date.now() / 86_400_000 - 5) * 86_400_000)
    await fill(client, size, base, seed, print)
    const undo = (step: () => Promise<void>) => void steps.push(step)
    return { client, owner_url, database_url: cluster.localUrl('bench'), base, undo, end }
  } catch (error) {
    await end()
    throw error
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'

/** Starts a temporary PostgreSQL with the schema of this checkout, and removes it when `use` has ended. */
export async function onMigratedServer<Result>(use: (owner_url: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-migrated-'))
  const cluster = await startCluster(folder, ['fsync=off'])
  try {
    const url = cluster.url('postgres')
    await migrate(url)
    return await use(url)
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

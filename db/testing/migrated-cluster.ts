import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Cluster, startCluster } from '../embedded/cluster.ts'
import { migrate } from '../migrate.ts'
import { appRole } from '../privileges.ts'
import { unusedPort } from './unused-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kept = path.join(root, '.openspot-setup', 'test-databases')
/** A test run has nothing to lose in a power failure. Its log is short, because it may be in memory. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=512MB',
  'shared_buffers=256MB',
]

/**
 * Starts PostgreSQL in `folder` with the migrated database `template_openspot`. Creating it takes seconds, so the files
 * are kept and copied until a migration, a function, or a dependency changes.
 */
export async function startMigratedCluster(folder: string): Promise<Cluster> {
  const source = path.join(kept, hashOfSources())
  if (!existsSync(source)) await keepMigrated(source)
  copy(`${source}/.`, folder)
  // The copy's previous port may belong to another test run.
  return startCluster(folder, settings, await unusedPort())
}

async function keepMigrated(source: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-test-'))
  const draft = `${source}.${process.pid}`
  try {
    const cluster = await startCluster(folder, settings)
    const admin = new pg.Client({ connectionString: cluster.url('postgres') })
    await admin.connect()
    await admin.query('create database template_openspot')
    await migrate(cluster.url('template_openspot'), () => {}, appRole)
    await admin.end()
    await cluster.stop()
    mkdirSync(draft, { recursive: true })
    copy(`${folder}/.`, draft)
    for (const older of readdirSync(kept)) {
      if (!older.startsWith(path.basename(source)))
        rmSync(path.join(kept, older), { recursive: true, force: true })
    }
    renameSync(draft, source)
  } catch (error) {
    // Another test run may have been faster; its files are equivalent.
    if (!existsSync(source)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With `cp`, because it keeps the owner, who is not us if root runs the tests. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Cannot copy the test database: ${stderr}`)
}

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const folder of ['db', 'db/embedded', 'db/migrations', 'db/functions']) {
    for (const file of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (file.isFile()) hash.update(file.name).update(readFileSync(path.join(root, folder, file.name)))
    }
  }
  return hash
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16)
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startCluster } from '../embedded/cluster.ts'
import { migrate } from '../migrate.ts'
import { appRole } from '../privileges.ts'

declare module 'vitest' {
  interface ProvidedContext {
    test_server_url: string
    test_app_url: string
  }
}

/**
 * Starts one PostgreSQL for the whole test run, with a migrated template that each test file clones. It does not wait
 * for the disk, because a test run has nothing to lose in a power failure.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-test-'))
  const cluster = await startCluster(folder, ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'])
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  await admin.query('create database template_openspot')
  await migrate(cluster.url('template_openspot'), () => {}, appRole)
  await admin.end()
  project.provide('test_server_url', cluster.url('postgres'))
  project.provide('test_app_url', cluster.appUrl('postgres'))
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startMigratedCluster } from './migrated-cluster.ts'
import { makeTestFolder } from './test-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    test_server_url: string
    test_app_url: string
  }
}

/** Starts one PostgreSQL for the whole test run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeTestFolder()
  const cluster = await startMigratedCluster(folder)
  project.provide('test_server_url', cluster.url('postgres'))
  project.provide('test_app_url', cluster.appUrl('postgres'))
  return async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

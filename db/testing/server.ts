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

/** Where the tests of all parts of a run find the same PostgreSQL, so that its templates are filled once. */
const shared = 'OPENSPOT_TEST_SERVER'

interface TestServer {
  server_url: string
  app_url: string
}
type Stop = () => Promise<void>

/** Starts a PostgreSQL with a migrated template that each test file clones. */
async function startTestServer(): Promise<TestServer & { stop: Stop }> {
  const folder = makeTestFolder()
  const cluster = await startMigratedCluster(folder)
  return {
    server_url: cluster.url('postgres'),
    app_url: cluster.appUrl('postgres'),
    stop: async () => {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the PostgreSQL of a run with several parts. `env` leads their tests to it. */
export async function startServerOfRun(): Promise<{ env: Record<string, string>; stop: Stop }> {
  const { stop, ...server } = await startTestServer()
  return { env: { [shared]: JSON.stringify(server) }, stop }
}

/** Provides the PostgreSQL of the run, or one of its own if some files run by themselves. */
export default async function setup(project: TestProject): Promise<Stop> {
  const given = process.env[shared]
  const { stop, ...server } = given
    ? { ...(JSON.parse(given) as TestServer), stop: async () => {} }
    : await startTestServer()
  project.provide('test_server_url', server.server_url)
  project.provide('test_app_url', server.app_url)
  return stop
}

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { pgBouncer } from './db/testing/pgbouncer-path.ts'

/** Tests against a vendor's own server, or an installed one: where there is none they are no part of the run. */
const absent = [
  ...(process.env['OPENSPOT_TEST_STRIPE_KEY'] ? [] : ['**/*.provider.test.ts']),
  ...(process.env['OPENSPOT_TEST_FIREBASE_EMULATOR'] ? [] : ['**/*.emulator.test.ts']),
  ...(existsSync('/usr/sbin/mosquitto') ? [] : ['**/mosquitto.test.ts']),
  ...(existsSync(pgBouncer) ? [] : ['**/pooler-*.test.ts']),
]
const isFull = process.env['OPENSPOT_TEST_DEPTH'] === 'full'
/** Files that run only in `npm run test:full`. */
const deep = isFull ? [] : ['**/*.full.test.ts']
/** Measurements, which have commands of their own (docs/measurements.md). */
const measured = process.env['OPENSPOT_MEASURE_FRAMES'] ? [] : ['e2e/**/*.frames.test.ts']
/** Tests of what a process has only one of, such as its statement names and its pages. */
const ownProcess = ['db/prepared.test.ts', 'server/**/*.test.ts']
const excluded = ['**/node_modules/**', 'web/.next/**', '.openspot/**', ...deep]
const firstStart = 'e2e/first-start.test.ts'
const runner = './cli/test-runs/measured-runner.ts'
const provide = { depth: isFull ? ('full' as const) : ('daily' as const) }

/**
 * A process runs many files, and V8 would let its garbage grow to as much as what is in use. Optimizing the parser of SQL, which is
 * WebAssembly, takes 500 MB for a moment.
 */
const execArgv = ['--max-old-space-size=700', '--max-semi-space-size=16', '--liftoff-only']

const onDatabase = {
  runner,
  provide,
  execArgv,
  // The builds of React and Next.js that people get.
  env: { NODE_ENV: 'production' as const },
  // Node.js runs TypeScript itself: loading the API takes half as long as through Vite.
  experimental: { viteModuleRunner: false },
  // Files share a process, so that it loads the product once; each file has its own server and database.
  isolate: false,
  globalSetup: ['db/testing/server.ts'],
  testTimeout: 120_000,
  // The first file that needs a template fills it.
  hookTimeout: 240_000,
  // A machine that is four times slower than usual.
  expect: { poll: { timeout: 30_000 } },
}

/** One runner: pure tests, the first start of a clone, tests on a real database, and tests in a real browser. */
export default defineConfig({
  test: {
    // A test waits for its database about as long as it works itself: two at once fill two cores.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias: { '@': fileURLToPath(new URL('web', import.meta.url)) } },
        test: {
          name: 'pure',
          runner,
          isolate: false,
          provide,
          testTimeout: 60_000,
          include: [
            'core/**/*.test.ts',
            'contract/**/*.test.ts',
            'messages/**/*.test.ts',
            'web/**/*.test.ts',
          ],
          exclude: excluded,
        },
      },
      {
        test: {
          name: 'first start',
          runner,
          // The product runs in a process of its own, with a database of its own.
          experimental: { viteModuleRunner: false },
          provide,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          include: [firstStart],
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'database',
          include: [
            'db/**/*.test.ts',
            'api/**/*.test.ts',
            'stand-ins/**/*.test.ts',
            'server/**/*.test.ts',
            'tools/**/*.test.ts',
            'cli/**/*.test.ts',
          ],
          exclude: [...excluded, ...absent, ...ownProcess],
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'own process',
          isolate: true,
          include: ownProcess,
          exclude: [...excluded, ...absent],
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          exclude: [...excluded, ...measured, firstStart],
          setupFiles: ['e2e/testing/setup-clock.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          // A busy machine may need half a minute for a page.
          expect: { poll: { timeout: 60_000 } },
          // After the others: two browsers with their servers and databases are enough for two cores.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})

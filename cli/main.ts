import { exitWith } from './commands/exit-with.ts'

interface Command {
  words: string
  about: string
  /** `production` unless it is given. */
  node_env?: 'development' | 'test'
  run(args: string[]): Promise<number>
}

/** Each command loads only its own code: loading everything takes seconds, which every test run would wait for. */
const commands: Record<string, Command> = {
  start: {
    words: 'start',
    about: 'start and serve everything',
    run: async (args) => (await import('./commands/start.ts')).start(args),
  },
  build: {
    words: 'build',
    about: 'build the web without starting it',
    run: async () => (await import('./commands/build.ts')).build(),
  },
  migrate: {
    words: 'migrate',
    about: 'migrate the database without starting anything',
    run: async () => (await import('./commands/migrate.ts')).migrateDatabase(),
  },
  dev: {
    words: 'dev [--inspect]',
    about: 'start everything for development and reload changes',
    node_env: 'development',
    run: async (args) => (await import('./dev/dev.ts')).dev(args),
  },
  test: {
    words: 'test [--full] [file …]',
    about: 'run the tests of each day, those in some files, or all at full depth',
    node_env: 'test',
    run: async (args) => (await import('./commands/test.ts')).test(args),
  },
  check: {
    words: 'check',
    about: 'check format, lint, types, dead code, duplication, generated files, and more',
    run: async () => (await import('./commands/check.ts')).check(),
  },
  import: {
    words: 'import lots <file.geojson>',
    about: 'import lots from a map file',
    run: async (args) => (await import('./commands/import-lots.ts')).importLots(args),
  },
  demo: {
    words: 'demo [--seed N] [--json]',
    about: 'create the demo town, or list its accounts',
    run: async (args) => (await import('@openspot/tools/demo/demo.ts')).demo(args),
  },
  bench: {
    words: 'bench [--size large]',
    about: 'run the benchmarks',
    run: async (args) => (await import('@openspot/tools/bench/bench.ts')).bench(args),
  },
  capacity: {
    words: 'capacity [--size large] [--write]',
    about: 'measure what calls and bookings cost, and compute what machines carry',
    run: async (args) => (await import('@openspot/tools/capacity/capacity.ts')).capacity(args),
  },
  allocation: {
    words: 'allocation [--seed N]',
    about: 'simulate spot allocation strategies',
    run: async (args) => (await import('@openspot/tools/allocation/allocation.ts')).allocation(args),
  },
  'crash-tests': {
    words: 'crash-tests [--times N]',
    about: 'kill the server during payments and verify the books',
    run: async (args) => (await import('@openspot/tools/crash-tests/crash-tests.ts')).crashTests(args),
  },
  lighthouse: {
    words: 'lighthouse <address>',
    about: 'measure the public pages of a running Openspot with Lighthouse',
    run: async (args) => (await import('@openspot/tools/lighthouse/lighthouse.ts')).lighthouse(args),
  },
  drills: {
    words: 'drills [connections|failover|cities] [--times N]',
    about:
      'break connections, servers, and vendors under load and measure the recovery, or run two cities on Citus',
    run: async (args) => (await import('@openspot/tools/drills/drills.ts')).runDrills(args),
  },
  admin: {
    words: 'admin [grant|revoke <email>]',
    about: 'list the platform admins, add one, or remove one',
    run: async (args) => (await import('./commands/admin.ts')).admin(args),
  },
  city: {
    words: 'city add|distribute|move <name>',
    about: 'make a city in a database, distribute it on Citus, or move it to another worker',
    run: async (args) => (await import('./commands/city.ts')).city(args),
  },
  jobs: {
    words: 'jobs [retry|discard <id>]',
    about: 'list failed jobs, or retry or discard one',
    run: async (args) => (await import('./commands/jobs.ts')).jobs(args),
  },
  zones: {
    words: 'zones',
    about: 'list places and lots whose time zone is not that of the exact shapes',
    run: async () => (await import('./commands/zones.ts')).zones(),
  },
  replay: {
    words: 'replay',
    about: 'read the payment provider’s history again',
    run: async () => (await import('./commands/replay.ts')).replay(),
  },
  'camera-events': {
    words: 'camera-events [replay [camera ID]]',
    about: 'list events of cameras that could not be read, or read the stored ones again',
    run: async (args) => (await import('./commands/camera-events.ts')).cameraEvents(args),
  },
  backup: {
    words: 'backup [folder]',
    about: 'back up the embedded database while it runs',
    run: async (args) => (await import('./commands/backup.ts')).backup(args),
  },
  restore: {
    words: 'restore <folder>',
    about: 'restore a backup into an empty data folder',
    run: async (args) => (await import('./commands/restore.ts')).restore(args),
  },
  sbom: {
    words: 'sbom',
    about: 'print what the product is made of (CycloneDX)',
    run: async () => (await import('./commands/sbom.ts')).sbom(),
  },
  reset: {
    words: 'reset',
    about: 'empty the database and start over',
    run: async () => (await import('./commands/reset.ts')).reset(),
  },
  'migrate:new': {
    words: 'migrate:new <name>',
    about: 'create the next migration',
    run: async (args) => (await import('./commands/migrate-new.ts')).migrateNew(args),
  },
  generate: {
    words: 'generate',
    about: 'regenerate the generated files',
    run: async () => (await import('./commands/generate.ts')).generate(),
  },
}

async function main(): Promise<number> {
  const [name = 'help', ...args] = process.argv.slice(2)
  const command = commands[name]
  // React, Next.js, and vitest read NODE_ENV when they are loaded. The command decides which of their builds runs, never the caller's
  // environment: with React's build for development, the built pages can't be rendered. Next.js types the variable as read-only.
  Object.assign(process.env, { NODE_ENV: command?.node_env ?? 'production' })
  if (command) return command.run(args)
  const width = Math.max(...Object.values(commands).map(({ words }) => words.length))
  const lines = Object.values(commands).map(({ words, about }) => `  ${words.padEnd(width)}   ${about}`)
  const isHelp = ['help', '--help', '-h'].includes(name)
  const text = [
    ...(isHelp ? [] : [`There is no command "${name}".`]),
    'npm run openspot -- <command>',
    ...lines,
  ].join('\n')
  if (isHelp) console.log(text)
  else console.error(text)
  return isHelp ? 0 : 2
}

await exitWith(main)

import { PlainError } from '@openspot/core/plain-error.ts'
import { allocation } from './commands/allocation.ts'
import { backup } from './commands/backup.ts'
import { bench } from './commands/bench.ts'
import { check } from './commands/check.ts'
import { demo } from './commands/demo.ts'
import { dev } from './commands/dev.ts'
import { runDrills } from './commands/drills.ts'
import { generate } from './commands/generate.ts'
import { importLots } from './commands/import-lots.ts'
import { jobs } from './commands/jobs.ts'
import { kills } from './commands/kills.ts'
import { migrateNew } from './commands/migrate-new.ts'
import { replay } from './commands/replay.ts'
import { reset } from './commands/reset.ts'
import { restore } from './commands/restore.ts'
import { start } from './commands/start.ts'
import { test } from './commands/test.ts'

interface Command {
  words: string
  about: string
  run(args: string[]): Promise<number>
}

const commands: Record<string, Command> = {
  start: { words: 'start', about: 'start everything and serve it', run: start },
  dev: {
    words: 'dev [--inspect]',
    about: 'start everything for development, and reload what changes',
    run: dev,
  },
  test: { words: 'test [file …]', about: 'run every test, or those of some files', run: test },
  check: { words: 'check', about: 'format, lint, types, dead code, repeats, generated files', run: check },
  import: { words: 'import lots <file.geojson>', about: 'take in lots from a map file', run: importLots },
  demo: { words: 'demo [--seed N] [--json]', about: 'make the demo town, or say who lives in it', run: demo },
  bench: { words: 'bench [--size large]', about: 'measure, as ratios in one run', run: bench },
  allocation: {
    words: 'allocation [--seed N]',
    about: 'what best fit and re-seating bring',
    run: allocation,
  },
  kills: {
    words: 'kills [--times N]',
    about: 'kill the server amid payments, and look at the books',
    run: kills,
  },
  drills: {
    words: 'drills [connections]',
    about: 'break connections under load, and measure how long it takes to be back',
    run: runDrills,
  },
  jobs: {
    words: 'jobs [retry|discard <id>]',
    about: 'list jobs that failed, retry one, or discard one',
    run: jobs,
  },
  replay: { words: 'replay', about: 'take the history of the card provider in again', run: replay },
  backup: { words: 'backup [folder]', about: 'copy the embedded database while it runs', run: backup },
  restore: {
    words: 'restore <folder>',
    about: 'make a backup the database of an empty data folder',
    run: restore,
  },
  reset: { words: 'reset', about: 'empty the database and begin again', run: reset },
  'migrate:new': {
    words: 'migrate:new <name>',
    about: 'create the next migration',
    run: migrateNew,
  },
  generate: { words: 'generate', about: 'make the generated files again', run: generate },
}

async function main(): Promise<number> {
  const [name = 'help', ...args] = process.argv.slice(2)
  const command = commands[name]
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

try {
  process.exit(await main())
} catch (error) {
  // Errors that the operator can fix are one line; bugs keep their stack trace.
  console.error(error instanceof PlainError ? error.message : error)
  process.exit(1)
}

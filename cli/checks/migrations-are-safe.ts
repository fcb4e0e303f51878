import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'

/** Migrations up to this one predate the check and ran on databases without any lot's data. */
const lastUnchecked = '0018'

/** Rules that are satisfied in another way here, each with the reason. */
const excluded = [
  // db/migrate.ts sets it for all; the other rules reject statements that hold a lock for long.
  'require-lock-timeout',
  'require-statement-timeout',
  // Amounts and counts are range-checked where they are written.
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  // Our enum values are never compared by order.
  'require-enum-value-ordering',
]

/** Returns statements in migrations of a folder that hold a lock others wait for, one line each. */
export function unsafeStatements(folder: string, after = lastUnchecked): string[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql') && file.slice(0, 4) > after)
    .toSorted()
    .map((file) => path.join(folder, file))
  const alone = files.filter((file) => readFileSync(file, 'utf8').startsWith('-- outside a transaction'))
  const together = files.filter((file) => !alone.includes(file))
  return [...squawk(together, ['--assume-in-transaction']), ...squawk(alone, [])]
}

function squawk(files: string[], more: string[]): string[] {
  if (files.length === 0) return []
  const { stdout, stderr, status, error } = spawnSync(
    path.join(root, 'node_modules', '.bin', 'squawk'),
    ['--reporter=gcc', '--pg-version=18.0', `--exclude=${excluded.join(',')}`, ...more, ...files],
    { encoding: 'utf8' },
  )
  if (error) throw error
  const found = stdout.split('\n').filter((line) => line.includes(': warning:') || line.includes(': error:'))
  if (status !== 0 && found.length === 0) throw new Error(`squawk exited with ${status}: ${stderr || stdout}`)
  return found.map((line) => path.relative(root, line))
}

/** Checks that no migration blocks users of its tables (docs/releases.md). */
export async function migrationsAreSafe(): Promise<number> {
  const found = unsafeStatements(path.join(root, 'db', 'migrations'))
  for (const line of found) console.error(line)
  return found.length === 0 ? 0 : 1
}

import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'
import { root } from '@openspot/server/settings.ts'

const use = 'npm run migrate:new <name>, for example: npm run migrate:new add_vehicle_color'

const header = `-- Why this change is needed, in one or two sentences.
--
-- Two versions of Openspot run side by side during a rollout (docs/releases.md): this migration only adds; a later
-- release removes. A lock that others wait for is refused by npm run check. An index is created concurrently, in a
-- migration of its own whose first line is "-- outside a transaction". Functions belong in db/functions.
-- Afterward run npm run generate. Don't change this file once it is merged: write the next migration instead.

`

/** Creates the next migration in a folder and returns its path. Throws a PlainError if the name is not usable. */
export function newMigration(folder: string, name: string): string {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name) || name.length > 50)
    throw new PlainError(
      `"${name}" can't name a migration. Use up to 50 lowercase letters, digits, and single underscores, starting with a letter: ${use}`,
    )
  const files = readdirSync(folder).filter((file) => /^\d{4}_.+\.sql$/.test(file))
  const same = files.find((file) => file.slice(5) === `${name}.sql`)
  if (same !== undefined) throw new PlainError(`${same} already has this name. Choose another one.`)
  const last = Math.max(0, ...files.map((file) => Number(file.slice(0, 4))))
  const file = path.join(folder, `${String(last + 1).padStart(4, '0')}_${name}.sql`)
  // Never replaces a file that another process has just created.
  writeFileSync(file, header, { flag: 'wx' })
  return file
}

export async function migrateNew(args: string[]): Promise<number> {
  const [name] = args
  if (name === undefined || args.length > 1) throw new PlainError(`Give the migration one name: ${use}`)
  const file = newMigration(path.join(root, 'db', 'migrations'), name)
  console.log(`Created ${path.relative(root, file)}`)
  return 0
}

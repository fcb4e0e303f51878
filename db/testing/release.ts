import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Release, thisRelease } from '../release.ts'

export interface TestRelease extends Release {
  remove(): void
}

/** Creates a release newer than this one, with additional migrations and functions, in a temporary folder. */
export function laterRelease(more: {
  migrations?: Record<string, string>
  functions?: Record<string, string>
  runs_with?: number
}): TestRelease {
  const now = thisRelease()
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-release-'))
  const kinds = ['migrations', 'functions'] as const
  for (const kind of kinds) {
    cpSync(now[kind], path.join(folder, kind), { recursive: true })
    for (const [file, text] of Object.entries(more[kind] ?? {}))
      writeFileSync(path.join(folder, kind, file), text)
  }
  const version = now.version + 1
  return {
    migrations: path.join(folder, 'migrations'),
    functions: path.join(folder, 'functions'),
    version,
    runs_with: more.runs_with ?? version,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

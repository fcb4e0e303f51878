import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Version } from '@openspot/api/platform/observability/metrics.ts'
import { root } from './settings.ts'

/** Returns the running version: from `package.json`, and the commit if the checkout or the image has it. */
export function versionOfCheckout(): Version {
  const { version = '0.0.0' } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version?: string
  }
  return { version, commit: commitOf(root) }
}

/** Written into an image, which has no history. */
export const commitFile = '.openspot-setup/commit'

export function commitOf(folder: string): string | null {
  const file = path.join(folder, commitFile)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim() || null
  // A copy without `.git` may lie inside another repository.
  if (!existsSync(path.join(folder, '.git'))) return null
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : null
}

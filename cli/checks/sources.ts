import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'

/** The files of the checkout whose names match, also those that are not committed yet. */
export function sourceNames(name: RegExp): string[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard']
  const listed = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`)
  return listed.stdout.split('\n').filter((file) => name.test(file) && existsSync(path.join(root, file)))
}

/** These files with their text. */
export const sources = (name: RegExp): { file: string; text: string }[] =>
  sourceNames(name).map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

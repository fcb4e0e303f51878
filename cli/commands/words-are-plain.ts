import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findOddWords } from '../plain-words.ts'
import { root } from '../settings.ts'

/** Migrations are not changed after they ran; the catalogs of the UI have checks of their own. */
const left = /^(?:db\/migrations\/|web\/words\/|cli\/plain-words)/
const read = /\.(?:ts|tsx|mjs|sql|md)$/

/** Checks comments, test titles, and documents for words that are not plain American English (CONTRIBUTING.md). */
export async function wordsArePlain(): Promise<number> {
  let found = 0
  for (const file of sources()) {
    for (const { line, word, instead } of findOddWords(file, readFileSync(path.join(root, file), 'utf8'))) {
      console.error(`${file}:${line}: "${word}" → ${instead}`)
      found++
    }
  }
  return found === 0 ? 0 : 1
}

/** The files of the checkout, also those that are not committed yet. */
function sources(): string[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard']
  const listed = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`)
  return listed.stdout
    .split('\n')
    .filter((file) => read.test(file) && !left.test(file) && existsSync(path.join(root, file)))
}

import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'

/** One line for each whole `npm run test:full`, the newest last. */
const file = path.join(root, 'docs', 'full-test-runs.tsv')
const DAY_MS = 86_400_000

export interface FullRun {
  passed: number
  failed: number
  minutes: number
}

/** Adds a run to the list, which is committed with what it proves. */
export function recordFullRun({ passed, failed, minutes }: FullRun): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const on = new Date().toISOString().slice(0, 10)
  appendFileSync(file, `${[on, commit, passed, failed, minutes, cpus().length].join('\t')}\n`)
}

/** Says how old the last full run is, because the daily tests don't replace it. */
export function ageOfFullRun(now: Date): string {
  const last = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(1).at(-1) : undefined
  const [on, commit, passed, failed] = last?.split('\t') ?? []
  if (on === undefined) return 'There is no full run of the tests on record (npm run test:full).'
  const days = Math.floor((now.getTime() - Date.parse(on)) / DAY_MS)
  const age = days === 0 ? 'today' : days === 1 ? '1 day ago' : `${days} days ago`
  return `The last full run of the tests was ${age}, at ${commit}: ${passed} passed, ${failed} failed.`
}

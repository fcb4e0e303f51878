import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'

/** The parts of a run, in their order; `early` are the pure tests and the first start. All of them together take hours at full depth, so each one counts by itself. */
export const partNames = ['early', 'database', 'browser'] as const
export type PartName = (typeof partNames)[number]
export const isPartName = (name: string): name is PartName => partNames.some((one) => one === name)

/** What makes tests run at full depth (`db/testing/depth.ts`). */
export const atFullDepth = { OPENSPOT_TEST_DEPTH: 'full' }

/** One line for each part that passed at full depth, the newest last. */
const file = path.join(root, 'docs', 'full-test-runs.tsv')
const DAY_MS = 86_400_000

export interface FullRun {
  part: PartName
  passed: number
  minutes: number
}

/** Adds a part that passed to the list, which is committed with what it proves. */
export function recordFullRun({ part, passed, minutes }: FullRun): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const on = new Date().toISOString().slice(0, 10)
  appendFileSync(file, `${[on, commit, part, passed, minutes, cpus().length].join('\t')}\n`)
}

/** Says how old the last full run of each part is, because the daily tests don't replace it. */
export function agesOfFullRuns(now: Date): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const runs = lines.map((line) => line.split('\t'))
  const ages = partNames.map((part) => {
    const [on, commit, , passed] = runs.findLast(([, , name]) => name === part) ?? []
    return on === undefined
      ? `- ${part}: never`
      : `- ${part}: ${ageOf(on, now)}, at ${commit}, ${passed} passed`
  })
  return ['Passed at full depth (npm run test:full):', ...ages].join('\n')
}

function ageOf(on: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(on)) / DAY_MS)
  return days === 0 ? 'today' : days === 1 ? '1 day ago' : `${days} days ago`
}

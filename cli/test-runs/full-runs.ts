import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'

/** The parts of a run, in their order; `early` are the pure tests and the first start. */
export const partNames = ['early', 'database', 'browser'] as const
export type PartName = (typeof partNames)[number]

/**
 * A part runs in slices, because a process keeps the code and the data of all files that it has run. All parts together take hours at full
 * depth, so each slice counts by itself there and takes about half an hour at most.
 */
const sliceCounts: Record<'daily' | 'full', Record<PartName, number>> = {
  daily: { early: 1, database: 3, browser: 1 },
  full: { early: 1, database: 3, browser: 4 },
}

/** A slice of a part: the first of four has the number 1 of 4. */
export interface Slice {
  part: PartName
  name: string
  number: number
  of: number
}

export const slicesAt = (depth: 'daily' | 'full'): readonly Slice[] =>
  partNames.flatMap((part) => {
    const of = sliceCounts[depth][part]
    return Array.from({ length: of }, (_, i) => ({
      part,
      name: of === 1 ? part : `${part}-${i + 1}`,
      number: i + 1,
      of,
    }))
  })

/** What makes tests run at full depth (`db/testing/depth.ts`). */
export const atFullDepth = { OPENSPOT_TEST_DEPTH: 'full' }

/** One line for each slice that passed at full depth, the newest last. */
const file = path.join(root, 'docs', 'full-test-runs.tsv')
const DAY_MS = 86_400_000

export interface FullRun {
  slice: Slice
  passed: number
  minutes: number
}

/** Adds a slice that passed to the list, which is committed with what it proves. */
export function recordFullRun({ slice, passed, minutes }: FullRun): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain', '--', '.', `:!${path.relative(root, file)}`)
  const commit = git('rev-parse', '--short', 'HEAD') + (changes === '' ? '' : '+')
  const on = new Date().toISOString().slice(0, 10)
  appendFileSync(file, `${[on, commit, slice.name, passed, minutes, cpus().length].join('\t')}\n`)
}

/** Says how old the last full run of each slice is, because the daily tests don't replace it. */
export function agesOfFullRuns(now: Date): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const runs = lines.map((line) => line.split('\t'))
  const ages = slicesAt('full').map((slice) => {
    const [on, commit, , passed] = runs.findLast(([, , name]) => name === slice.name) ?? []
    return on === undefined
      ? `- ${slice.name}: never`
      : `- ${slice.name}: ${ageOf(on, now)}, at ${commit}, ${passed} passed`
  })
  return ['Passed at full depth (npm run test:full):', ...ages].join('\n')
}

function ageOf(on: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(on)) / DAY_MS)
  return days === 0 ? 'today' : days === 1 ? '1 day ago' : `${days} days ago`
}

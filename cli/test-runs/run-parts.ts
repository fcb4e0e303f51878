import { startServerOfRun } from '@openspot/db/testing/server.ts'
import { compareWithBudgets, readExceptions } from './budgets.ts'
import {
  agesOfFullRuns,
  atFullDepth,
  type PartName,
  recordFullRun,
  type Slice,
  slicesAt,
} from './full-runs.ts'
import { measureSlowness } from './machine-speed.ts'
import { prepareBrowser } from './prepare-browser.ts'
import type { MeasuredFile } from './run-end.ts'
import { type Outcome, runTestsTwice } from './run-tests.ts'
import { countsOf, summarize } from './summary.ts'

/** What runs beside each other, and what of it needs the browser and the built web. */
interface Step {
  args: string[]
  has_browser: boolean
}

/** What runs in a slice; the runs of one begin together. Slices run one after another, each of them with new processes. */
const stepsOf: Record<PartName, Step[]> = {
  // The first start waits for the build of the web, which needs no database, beside the pure tests.
  early: [
    { args: ['--project=pure'], has_browser: false },
    { args: ['--project=first start'], has_browser: true },
  ],
  database: [{ args: ['--project=database', '--project=own process'], has_browser: true }],
  browser: [{ args: ['--project=browser'], has_browser: true }],
}
/** More files than these are broken, not flaky. */
const MOST_FLAKY_FILES = 3
const SLOWEST = 20

export interface RunOfParts {
  is_full: boolean
  /** Arguments of vitest that order the files. */
  order: string[]
  slices: readonly Slice[]
}

/** Runs slices of the tests, and ends with one summary line. Returns an exit code. */
export async function runParts({ is_full, order, slices }: RunOfParts): Promise<number> {
  const all = noOutcome()
  const slowness_before = measureSlowness()
  const server = await startServerOfRun()
  // Beside the pure tests, which need neither.
  const preparing = prepareBrowser()
  preparing.catch(() => {
    // The first part that needs it reports why it failed.
  })
  try {
    // The cheap ones first, because one that fails ends the run.
    for (const slice of slices) {
      console.log(`\n== Tests: ${slice.name}`)
      const began = performance.now()
      const outcome = noOutcome()
      const allowed = is_full ? 0 : MOST_FLAKY_FILES - all.flaky.length
      const shard = slice.of === 1 ? [] : [`--shard=${slice.number}/${slice.of}`]
      const run = async ({ args, has_browser }: Step) => {
        const env = { ...server.env, ...(has_browser ? await preparing : {}) }
        const all_args = [...args, ...shard, ...order]
        return await runTestsTwice(all_args, is_full ? { ...env, ...atFullDepth } : env, allowed)
      }
      for (const one of await Promise.all(stepsOf[slice.part].map(run))) addTo(outcome, one)
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(`== ${slice.name}: ${seconds} s`)
      if (is_full && outcome.is_good)
        recordFullRun({ slice, ...countsOf(outcome), minutes: Math.round(seconds / 60) })
      addTo(all, outcome)
      // The full run shows everything that is broken.
      if (!all.is_good && !is_full) break
    }
  } finally {
    await server.stop()
  }
  printSlowest(all)
  // In a run that failed, or of some slices, files are missing, and a full one is deeper than the budgets.
  if (!is_full && slices.length === slicesAt('daily').length && all.is_good)
    all.is_good = isWithinBudgets(all.measured, Math.max(slowness_before, measureSlowness()))
  console.log(`\n${agesOfFullRuns(new Date())}`)
  return summarize(all)
}

const noOutcome = (): Outcome => ({ is_good: true, is_broken: false, files: [], flaky: [], measured: [] })

function addTo(all: Outcome, one: Outcome): void {
  all.files.push(...one.files)
  all.flaky.push(...one.flaky)
  all.measured.push(...one.measured)
  all.is_good &&= one.is_good
  all.is_broken ||= one.is_broken
}

function printSlowest({ files, measured }: Outcome): void {
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  console.log(`\nThe ${slowest.length} slowest of ${files.length} files:`)
  for (const { file, ms } of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
  const largest = Math.max(0, ...measured.map(({ max_rss_mb }) => max_rss_mb))
  console.log(`\nThe largest process of tests had ${largest} MB.`)
}

/** Prints what is beyond the budgets of tests. Returns whether nothing is that fails a run: memory is named only. */
function isWithinBudgets(measured: readonly MeasuredFile[], slowness: number): boolean {
  const { faults, large, needless } = compareWithBudgets(measured, readExceptions(), slowness)
  console.log(`\nThis machine needs ${slowness.toFixed(2)} times as long as the one of the budgets.`)
  print('Within their budgets, so that they need not be exceptions anymore:', needless)
  print('Large processes (cli/test-runs/budgets.ts):', large)
  print('Beyond the budgets of tests, which fails this run (cli/test-runs/budgets.ts):', faults)
  return faults.length === 0
}

function print(heading: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${heading}`)
  for (const line of lines) console.log(`- ${line}`)
}

import { randomInt } from 'node:crypto'
import { compareWithBudgets, readExceptions } from '../test-runs/budgets.ts'
import { ageOfFullRun, recordFullRun } from '../test-runs/full-runs.ts'
import type { FileReport } from '../test-runs/report.ts'
import type { MeasuredFile } from '../test-runs/run-end.ts'
import { type Outcome, runTests, runTestsTwice } from '../test-runs/run-tests.ts'

const onDatabase = ['--project=database', '--project=own process']

/** The cheap ones first, because a part that fails ends the run. */
const parts: { name: string; args: string[]; has_browser: boolean }[] = [
  { name: 'pure', args: ['--project=pure'], has_browser: false },
  { name: 'first start', args: ['--project=first start'], has_browser: true },
  // In thirds, each with new processes: a process keeps the code and the data of all files that it has run.
  { name: 'database, first third', args: [...onDatabase, '--shard=1/3'], has_browser: true },
  { name: 'database, second third', args: [...onDatabase, '--shard=2/3'], has_browser: true },
  { name: 'database, last third', args: [...onDatabase, '--shard=3/3'], has_browser: true },
  { name: 'browser', args: ['--project=browser'], has_browser: true },
]
/** More files than these are broken, not flaky. */
const MOST_FLAKY_FILES = 3
const SLOWEST = 20

/**
 * Runs the tests of each day, or those of the given files, and ends with one summary line. `--full` runs everything there is, with slow
 * browsers and without a second attempt (docs/decisions/0057-depth-of-tests.md). `--shuffle` runs the files of each part in a random order.
 */
export async function test(given: string[]): Promise<number> {
  const isFull = given.includes('--full')
  const args = given.filter((arg) => !['--full', '--shuffle'].includes(arg))
  const env: Record<string, string> = isFull ? { OPENSPOT_TEST_DEPTH: 'full' } : {}
  const order = given.includes('--shuffle') ? randomOrder() : []
  if (args.length === 0) return await runParts(env, isFull, order)
  if (args.some((arg) => arg.startsWith('e2e'))) Object.assign(env, await prepareBrowser())
  return summarize(await runTests([...order, ...args], env))
}

function randomOrder(): string[] {
  const seed = randomInt(1_000_000)
  console.log(`The files run in a random order: --sequence.seed=${seed}`)
  return ['--sequence.shuffle.files', `--sequence.seed=${seed}`]
}

async function runParts(env: Record<string, string>, isFull: boolean, order: string[]): Promise<number> {
  const all: Outcome = { is_good: true, is_broken: false, files: [], flaky: [], measured: [] }
  const began = performance.now()
  // Beside the pure tests, which need neither.
  const preparing = prepareBrowser()
  preparing.catch(() => {
    // The first part that needs it reports why it failed.
  })
  for (const { name, args, has_browser } of parts) {
    const browser = has_browser ? await preparing : {}
    console.log(`\n== Tests: ${name}`)
    const part_began = performance.now()
    const { is_good, files, flaky, measured } = await runTestsTwice(
      [...args, ...order],
      { ...env, ...browser },
      isFull ? 0 : MOST_FLAKY_FILES - all.flaky.length,
    )
    all.files.push(...files)
    all.flaky.push(...flaky)
    all.measured.push(...measured)
    all.is_good &&= is_good
    console.log(`== ${name}: ${Math.round((performance.now() - part_began) / 1000)} s`)
    // The full run shows everything that is broken.
    if (!is_good && !isFull) break
  }
  const slowest = all.files.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  console.log(`\nThe ${slowest.length} slowest of ${all.files.length} files:`)
  for (const { file, ms } of slowest) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
  const largest = Math.max(0, ...all.measured.map(({ max_rss_mb }) => max_rss_mb))
  console.log(`\nThe largest process of tests had ${largest} MB.`)
  // In a run that failed files are missing, and a full one is deeper than the budgets.
  if (!isFull && all.is_good) all.is_good = isWithinBudgets(all.measured)
  if (isFull && all.is_good) {
    const { passed, failed } = countsOf(all)
    recordFullRun({ passed, failed, minutes: Math.round((performance.now() - began) / 60_000) })
  } else if (!isFull) console.log(`\n${ageOfFullRun(new Date())}`)
  return summarize(all)
}

/** Prints what is beyond the budgets of tests. Returns whether nothing is that fails a run: memory is named only. */
function isWithinBudgets(measured: readonly MeasuredFile[]): boolean {
  const { faults, large, needless } = compareWithBudgets(measured, readExceptions())
  print('Within their budgets, so that they need not be exceptions anymore:', needless)
  print('Large processes (cli/test-runs/budgets.ts):', large)
  print('Beyond the budgets of tests, which fails this run (cli/test-runs/budgets.ts):', faults)
  return faults.length === 0
}

function print(heading: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${heading}`)
  for (const line of lines) console.log(`- ${line}`)
}

function countsOf({ files }: Outcome): { passed: number; failed: number; skipped: number } {
  const sum = (of: (one: FileReport) => number) => files.reduce((total, one) => total + of(one), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  }
}

/** Says what was flaky, and at the very end how many tests passed. */
function summarize(outcome: Outcome): number {
  const { is_good, flaky } = outcome
  if (flaky.length > 0) console.error('\nFlaky (failed at first, and passed when the file ran again, alone):')
  for (const { file, failures } of flaky)
    for (const { test: name, error } of failures) console.error(`- ${file} > ${name ?? 'the file'}\n${error}`)
  const { passed, failed, skipped } = countsOf(outcome)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  return is_good ? 0 : 1
}

/** Loaded only when it is needed, because most runs are of a few files without a browser and should begin at once. */
async function prepareBrowser(): Promise<Record<string, string>> {
  const [{ findBrowser, findPushBrowser }, { buildWeb }] = await Promise.all([
    import('./browser.ts'),
    import('@openspot/server/web-build.ts'),
  ])
  const browser = await findBrowser()
  await buildWeb(console.log)
  return { OPENSPOT_BROWSER: browser, OPENSPOT_PUSH_BROWSER: findPushBrowser(browser) }
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import type { MeasuredFile } from './run-end.ts'

/** Milliseconds of processor time of a test, and of a file with its imports and hooks. */
interface Budget {
  test: number
  file: number
}

/** By project. What the database and the browser need is theirs, not the test's. */
const budgets: Record<string, Budget> = {
  pure: { test: 1000, file: 5000 },
  'first start': { test: 15_000, file: 60_000 },
  database: { test: 3000, file: 15_000 },
  'own process': { test: 3000, file: 15_000 },
  browser: { test: 15_000, file: 60_000 },
}

/** What shares a core with a test slows each of its instructions. So only what needs more than this many times its budget is a fault. */
const TOLERANCE = 4

/** The most memory of a process, which runs many files one after another. */
const MOST_MEMORY_MB = 900

/** Tests and files that may need more: lines with the file, a tab, and the test, which is empty for the file itself. */
const exceptionsFile = path.join(root, 'cli', 'test-runs', 'over-budget.tsv')

export const readExceptions = (): string[] =>
  readFileSync(exceptionsFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

interface Need {
  key: string
  cpu_ms: number
  budget_ms: number
}

function needsOf({ file, project, cpu_ms, tests }: MeasuredFile): Need[] {
  const budget = budgets[project]
  if (!budget) throw new Error(`The project ${project} has no budget.`)
  return [
    { key: `${file}\t`, cpu_ms, budget_ms: budget.file },
    ...tests.map((test) => ({ key: `${file}\t${test.name}`, cpu_ms: test.cpu_ms, budget_ms: budget.test })),
  ]
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

export interface BudgetReport {
  /** What needs too much processor time, and exceptions of what does not exist. */
  faults: string[]
  /** The files that enlarged their process too much. */
  large: string[]
  /** Exceptions that need none anymore on this machine. The list may only get shorter. */
  needless: string[]
}

/**
 * Compares what a run of all tests needed with the budgets. They are for the machine on which they were chosen; `slowness` is how many times as
 * long this one needs (`machine-speed.ts`).
 */
export function compareWithBudgets(
  measured: readonly MeasuredFile[],
  exceptions: readonly string[],
  slowness: number,
): BudgetReport {
  const needs = new Map(measured.flatMap(needsOf).map((one) => [one.key, one]))
  const excepted = new Set(exceptions)
  const over = [...needs.values()]
    .filter(({ key, cpu_ms, budget_ms }) => cpu_ms > budget_ms * TOLERANCE * slowness && !excepted.has(key))
    .map(
      ({ key, cpu_ms, budget_ms }) =>
        `${nameOf(key)} needed ${seconds(cpu_ms)} s of processor time; its budget is ${seconds(budget_ms)} s`,
    )
  const gone = exceptions
    .filter((key) => !needs.has(key))
    .map((key) => `${nameOf(key)} is listed in ${path.relative(root, exceptionsFile)} and does not exist`)
  const needless = exceptions.filter((key) => {
    const need = needs.get(key)
    return need !== undefined && need.cpu_ms < need.budget_ms
  })
  // A process keeps its largest size in mind, so the file that enlarged it is the one to look at.
  const large = measured
    .filter(({ max_rss_mb, rss_before_mb }) => max_rss_mb > MOST_MEMORY_MB && rss_before_mb <= MOST_MEMORY_MB)
    .map(
      ({ file, max_rss_mb, rss_before_mb }) =>
        `${file} enlarged its process from ${rss_before_mb} to ${max_rss_mb} MB; the limit is ${MOST_MEMORY_MB} MB`,
    )
  return { faults: [...over, ...gone], large, needless: needless.map(nameOf) }
}

const nameOf = (key: string): string => {
  const [file, test] = key.split('\t')
  return test ? `${file} > ${test}` : String(file)
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { runTool } from '../processes/run-tool.ts'
import { type FileReport, readReport } from './report.ts'
import type { MeasuredFile, RunEnd } from './run-end.ts'

const runEnd = path.join(root, 'cli', 'test-runs', 'run-end.ts')

export interface Outcome {
  is_good: boolean
  /** Whether something went wrong that is not a failure of one of the files, so that running files again can't repair it. */
  is_broken: boolean
  files: FileReport[]
  /** The first reports of files that failed, and then passed when they ran again by themselves. */
  flaky: FileReport[]
  measured: MeasuredFile[]
}

/** Runs the tests that these arguments of vitest name, once. */
export async function runTests(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-tests-'))
  const file = path.join(folder, 'report.json')
  const end = path.join(folder, 'end.json')
  try {
    const code = await runTool(
      'vitest',
      [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--reporter=${runEnd}`,
        `--outputFile.json=${file}`,
        ...args,
      ],
      { env: { ...env, OPENSPOT_TEST_END: end } },
    )
    const { unfinished, stray_errors, measured } = readEnd(end)
    const files = [...readReport(file), ...unfinished.map(unfinishedFile)]
    const isProven = files.some(({ passed }) => passed > 0) && files.every(hasOnlyPassed)
    const isGood = code === 0 && isProven
    const isBroken = stray_errors > 0 || (!isGood && files.every(hasOnlyPassed))
    return { is_good: isGood, is_broken: isBroken, files, flaky: [], measured }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that ended before it could say how it ended is broken. */
const readEnd = (file: string): RunEnd =>
  existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as RunEnd)
    : { unfinished: [], stray_errors: 1, measured: [] }

const unfinishedFile = (file: string): FileReport => ({
  file,
  ms: 0,
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [{ test: null, error: 'Its process ended before it had a result.' }],
})

/** A skipped test proves nothing, so it does not count as passed. */
const hasOnlyPassed = ({ failed, skipped }: FileReport): boolean => failed === 0 && skipped === 0

/**
 * Runs tests, then each file that failed once more, alone and in a new process (docs/decisions/0057-depth-of-tests.md). A file that
 * passes then is flaky, and counts as passed. If more files than `allowed` failed, they are broken, and none runs again.
 */
export async function runTestsTwice(
  args: readonly string[],
  env: Record<string, string>,
  allowed: number,
): Promise<Outcome> {
  const first = await runTests(args, env)
  const failed = first.files.filter((one) => !hasOnlyPassed(one))
  if (first.is_good || first.is_broken || failed.length > allowed) return first
  const files = first.files.filter(hasOnlyPassed)
  const flaky: FileReport[] = []
  let isGood = true
  for (const one of failed) {
    console.error(`\nRunning again, alone: ${one.file}`)
    const again = await runTests([one.file], env)
    files.push(...again.files)
    if (again.is_good) flaky.push(one)
    else isGood = false
  }
  return { ...first, is_good: isGood, files, flaky }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { runTool } from '../commands/run.ts'
import { type FileReport, readReport } from './report.ts'

const unfinishedFiles = path.join(root, 'cli', 'testing', 'unfinished-files.ts')

export interface Outcome {
  is_good: boolean
  files: FileReport[]
  /** The first reports of files that failed and then passed when they ran again, alone. */
  flaky: FileReport[]
}

/** Runs the tests that these arguments of vitest name, once. */
export async function runTests(args: readonly string[], env: Record<string, string>): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-tests-'))
  const file = path.join(folder, 'report.json')
  try {
    const code = await runTool(
      'vitest',
      [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--reporter=${unfinishedFiles}`,
        `--outputFile.json=${file}`,
        ...args,
      ],
      env,
    )
    const files = readReport(file)
    const isProven = files.some(({ passed }) => passed > 0) && files.every(hasOnlyPassed)
    return { is_good: code === 0 && isProven, files, flaky: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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
  // If no file failed in a run that is not good, such as one whose process ended, there is nothing to run again.
  if (failed.length === 0 || failed.length > allowed) return first
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
  return { is_good: isGood, files, flaky }
}

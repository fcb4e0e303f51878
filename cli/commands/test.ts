import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from '../browser.ts'
import { runTool } from '../run.ts'
import { settingsOfProcess } from '../settings.ts'
import { buildWeb } from '../web-build.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTotalTests: number
}

/** Runs every test, or those of the given files, and ends with one summary line. */
export async function test(args: string[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-tests-'))
  const file = path.join(folder, 'report.json')
  try {
    const withBrowser = args.length === 0 || args.some((arg) => arg.startsWith('e2e'))
    const browser = withBrowser ? await findBrowser() : ''
    if (withBrowser) await buildWeb(settingsOfProcess(), console.log)
    const code = await runTool(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
      {
        OPENSPOT_BROWSER: browser,
      },
    )
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    // A skipped test proves nothing, so it does not count as passed.
    const isGood = code === 0 && report.numPassedTests > 0 && report.numPendingTests === 0
    console.log(
      `\n${report.numPassedTests} passed, ${report.numFailedTests} failed, ${report.numPendingTests} skipped`,
    )
    return isGood ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

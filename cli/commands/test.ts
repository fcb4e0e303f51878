import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { runTool } from './run.ts'

const reporters = ['unfinished-files.ts', 'repeated-tests.ts'].map((file) =>
  path.join(root, 'cli', 'testing', file),
)

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
    const { browser, push_browser } = withBrowser ? await prepareBrowser() : { browser: '', push_browser: '' }
    const code = await runTool(
      'vitest',
      [
        'run',
        '--reporter=default',
        '--reporter=json',
        ...reporters.map((reporter) => `--reporter=${reporter}`),
        `--outputFile.json=${file}`,
        ...args,
      ],
      {
        OPENSPOT_BROWSER: browser,
        OPENSPOT_PUSH_BROWSER: push_browser,
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

/** Loaded only when it is needed, because most runs are of a few files without a browser and should begin at once. */
async function prepareBrowser(): Promise<{ browser: string; push_browser: string }> {
  const [{ findBrowser, findPushBrowser }, { buildWeb }] = await Promise.all([
    import('./browser.ts'),
    import('@openspot/server/web-build.ts'),
  ])
  const browser = await findBrowser()
  await buildWeb(console.log)
  return { browser, push_browser: findPushBrowser(browser) }
}

import { randomInt } from 'node:crypto'
import { PlainError } from '@openspot/core/plain-error.ts'
import { atFullDepth, isPartName, type PartName, partNames } from '../test-runs/full-runs.ts'
import { prepareBrowser } from '../test-runs/prepare-browser.ts'
import { runParts } from '../test-runs/run-parts.ts'
import { runTests } from '../test-runs/run-tests.ts'
import { summarize } from '../test-runs/summary.ts'

/**
 * Runs the tests of each day, or those of the given files, and ends with one summary line. `--full` runs everything there is, with slow
 * browsers and without a second attempt (docs/decisions/0057-depth-of-tests.md). `--shuffle` runs the files of each part in a random order.
 * `--part=NAME` runs one part.
 */
export async function test(given: string[]): Promise<number> {
  const is_full = given.includes('--full')
  const args = given.filter((arg) => !/^--(?:full$|shuffle$|part=)/.test(arg))
  const order = given.includes('--shuffle') ? randomOrder() : []
  if (args.length === 0) return await runParts({ is_full, order, only: partOf(given) })
  const env = { ...(is_full ? atFullDepth : {}), ...(args.some(isInBrowser) ? await prepareBrowser() : {}) }
  return summarize(await runTests([...order, ...args], env))
}

const isInBrowser = (arg: string): boolean => arg.startsWith('e2e')

function partOf(given: string[]): PartName | null {
  const name = given.find((arg) => arg.startsWith('--part='))?.slice('--part='.length)
  if (name === undefined || isPartName(name)) return name ?? null
  throw new PlainError(`There is no part "${name}" of the tests. The parts are: ${partNames.join(', ')}.`)
}

function randomOrder(): string[] {
  const seed = randomInt(1_000_000)
  console.log(`The files run in a random order: --sequence.seed=${seed}`)
  return ['--sequence.shuffle.files', `--sequence.seed=${seed}`]
}

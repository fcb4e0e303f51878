import { randomInt } from 'node:crypto'
import { PlainError } from '@openspot/core/plain-error.ts'
import { atFullDepth, type Slice, slicesAt } from '../test-runs/full-runs.ts'
import { prepareBrowser } from '../test-runs/prepare-browser.ts'
import { runParts } from '../test-runs/run-parts.ts'
import { runTests } from '../test-runs/run-tests.ts'
import { summarize } from '../test-runs/summary.ts'

/**
 * Runs the tests of each day, or those of the given files, and ends with one summary line. `--full` runs everything there is, with slow
 * browsers and without a second attempt (docs/decisions/0057-depth-of-tests.md). `--shuffle` runs the files of each part in a random order.
 * `--part=NAME` runs one part, or a slice of one.
 */
export async function test(given: string[]): Promise<number> {
  const is_full = given.includes('--full')
  const args = given.filter((arg) => !/^--(?:full$|shuffle$|part=)/.test(arg))
  const order = given.includes('--shuffle') ? randomOrder() : []
  if (args.length === 0) return await runParts({ is_full, order, slices: slicesOf(given, is_full) })
  const env = { ...(is_full ? atFullDepth : {}), ...(args.some(isInBrowser) ? await prepareBrowser() : {}) }
  return summarize(await runTests([...order, ...args], env))
}

const isInBrowser = (arg: string): boolean => arg.startsWith('e2e')

/** Returns the slices with the given name, or of the part with that name, or all. */
function slicesOf(given: string[], is_full: boolean): readonly Slice[] {
  const slices = slicesAt(is_full ? 'full' : 'daily')
  const name = given.find((arg) => arg.startsWith('--part='))?.slice('--part='.length)
  if (name === undefined) return slices
  const named = slices.filter((slice) => slice.part === name || slice.name === name)
  if (named.length > 0) return named
  const names = new Set(slices.flatMap((slice) => [slice.part, slice.name]))
  throw new PlainError(`There is no part "${name}" of the tests. The parts are: ${[...names].join(', ')}.`)
}

function randomOrder(): string[] {
  const seed = randomInt(1_000_000)
  console.log(`The files run in a random order: --sequence.seed=${seed}`)
  return ['--sequence.shuffle.files', `--sequence.seed=${seed}`]
}

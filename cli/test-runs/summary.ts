import type { FileReport } from './report.ts'
import type { Outcome } from './run-tests.ts'

/** How many tests passed, failed, and were skipped. */
export function countsOf({ files }: Outcome): { passed: number; failed: number; skipped: number } {
  const sum = (of: (one: FileReport) => number) => files.reduce((total, one) => total + of(one), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  }
}

/** Says what was flaky, and at the very end how many tests passed. */
export function summarize(outcome: Outcome): number {
  const { is_good, flaky } = outcome
  if (flaky.length > 0) console.error('\nFlaky (failed at first, and passed when the file ran again, alone):')
  for (const { file, failures } of flaky)
    for (const { test: name, error } of failures) console.error(`- ${file} > ${name ?? 'the file'}\n${error}`)
  const { passed, failed, skipped } = countsOf(outcome)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  return is_good ? 0 : 1
}

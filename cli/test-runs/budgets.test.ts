import { expect, test } from 'vitest'
import { compareWithBudgets, readExceptions } from './budgets.ts'
import type { MeasuredFile } from './run-end.ts'

const measured = (cpu_ms: number, more: Partial<MeasuredFile> = {}): MeasuredFile => ({
  file: 'api/lots.test.ts',
  project: 'database',
  cpu_ms: 1000,
  max_rss_mb: 400,
  rss_before_mb: 390,
  tests: [{ name: 'makes a lot', cpu_ms }],
  ...more,
})

const report = (one: MeasuredFile, exceptions: string[] = [], slowness = 1) =>
  compareWithBudgets([one], exceptions, slowness)

test('a test within four times its budget is no fault, and one above it is', () => {
  expect(report(measured(12_000))).toEqual({ faults: [], large: [], needless: [] })
  expect(report(measured(12_001)).faults).toEqual([
    'api/lots.test.ts > makes a lot needed 12.0 s of processor time; its budget is 3.0 s',
  ])
})

test('on a machine that needs twice as long, twice as much is no fault', () => {
  expect(report(measured(24_000), [], 2).faults).toEqual([])
  expect(report(measured(24_001), [], 2).faults).toHaveLength(1)
})

test('a file far above its budget is a fault', () => {
  expect(report(measured(10, { cpu_ms: 61_000 })).faults).toEqual([
    'api/lots.test.ts needed 61.0 s of processor time; its budget is 15.0 s',
  ])
})

test('of the files in a process of more than 900 MB, the one that enlarged it beyond them is named', () => {
  expect(report(measured(10, { max_rss_mb: 901, rss_before_mb: 900 })).large).toEqual([
    'api/lots.test.ts enlarged its process from 900 to 901 MB; the limit is 900 MB',
  ])
  expect(report(measured(10, { max_rss_mb: 1200, rss_before_mb: 1190 })).large).toEqual([])
})

test('there are at most two exceptions, and each names a test', () => {
  expect(readExceptions().length).toBeLessThanOrEqual(2)
  for (const line of readExceptions()) expect(line).toMatch(/^\S+\.test\.ts\t/)
})

test('an exception is no fault, is named once it is within its budget, and is a fault once it does not exist', () => {
  const exceptions = ['api/lots.test.ts\tmakes a lot']
  expect(report(measured(13_000), exceptions)).toEqual({ faults: [], large: [], needless: [] })
  expect(report(measured(2999), exceptions)).toEqual({
    faults: [],
    large: [],
    needless: ['api/lots.test.ts > makes a lot'],
  })
  expect(report(measured(10, { tests: [] }), exceptions).faults).toEqual([
    'api/lots.test.ts > makes a lot is listed in cli/test-runs/over-budget.tsv and does not exist',
  ])
})

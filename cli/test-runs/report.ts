import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'

/** What the runner writes about a run, as far as it is read here. */
interface Written {
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

export interface Failure {
  /** Null if the file failed outside of its tests. */
  test: string | null
  error: string
}

export interface FileReport {
  /** Relative to the checkout. */
  file: string
  ms: number
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

/** Reads a report of the runner; one that was never written is that of a run without tests. */
export function readReport(written: string): FileReport[] {
  if (!existsSync(written)) return []
  const { testResults } = JSON.parse(readFileSync(written, 'utf8')) as Written
  return testResults.map(({ name, status, message, startTime, endTime, assertionResults }) => {
    const withStatus = (wanted: string) => assertionResults.filter((one) => one.status === wanted)
    const failed = withStatus('failed')
    const passed = withStatus('passed').length
    const failures =
      failed.length > 0
        ? failed.map(({ fullName, failureMessages }) => ({
            test: fullName,
            error: failureMessages[0] ?? 'without an error',
          }))
        : status === 'failed'
          ? [{ test: null, error: message }]
          : []
    return {
      file: path.relative(root, name),
      ms: Math.round(endTime - startTime),
      passed,
      failed: failures.length,
      skipped: assertionResults.length - passed - failed.length,
      failures,
    }
  })
}

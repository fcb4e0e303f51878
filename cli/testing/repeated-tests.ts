import path from 'node:path'
import type { Reporter, TestCase } from 'vitest/node'

/**
 * Names the tests that passed only at a further attempt, with what the first one said: each of them depends on the speed of the machine,
 * and someone must find the cause.
 */
export default class RepeatedTests implements Reporter {
  readonly #repeated: string[] = []

  onTestCaseResult(test: TestCase): void {
    const { flaky = false } = test.diagnostic() ?? {}
    if (!flaky) return
    const { errors } = test.result()
    const file = path.relative(process.cwd(), test.module.moduleId)
    this.#repeated.push(`Repeated: ${file} > ${test.fullName}\n${errors?.[0]?.message ?? 'without an error'}`)
  }

  onTestRunEnd(): void {
    for (const one of this.#repeated) console.error(one)
    if (this.#repeated.length > 0)
      console.error(`Passed only at the second attempt: ${this.#repeated.length}`)
  }
}

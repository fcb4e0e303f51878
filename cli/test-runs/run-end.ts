import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { watchWorkers } from './ended-workers.ts'

/** What the report of a run doesn't say. */
export interface RunEnd {
  /** The files that began and have no result. */
  unfinished: string[]
  /** How many errors belong to no test. */
  stray_errors: number
  measured: MeasuredFile[]
}

/** What a file needed of its process (see measured-runner.ts). */
export interface MeasuredFile {
  file: string
  project: string
  cpu_ms: number
  /** The most memory that the file's process has had by its end, and had before it. */
  max_rss_mb: number
  rss_before_mb: number
  tests: { name: string; cpu_ms: number }[]
}

function measuredFile(module: TestModule): MeasuredFile {
  const { cpu_ms = 0, max_rss_mb = 0, rss_before_mb = 0 } = module.meta()
  const tests = [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    cpu_ms: test.meta().cpu_ms ?? 0,
  }))
  return { file: nameOf(module), project: module.project.name, cpu_ms, max_rss_mb, rss_before_mb, tests }
}

const nameOf = ({ moduleId }: TestModule): string => path.relative(process.cwd(), moduleId)

/**
 * Writes what each file needed. Names the files that began and have no result, because their process ended: otherwise a run only says that there are fewer results
 * than files. Says of each such process how it ended.
 */
export default class RunEndReporter implements Reporter {
  readonly #begun = new Map<string, TestModule>()
  readonly #workers = watchWorkers()

  onTestModuleQueued(module: TestModule): void {
    this.#begun.set(module.id, module)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#begun.delete(module.id)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    for (const ended of this.#workers.report()) console.error(ended)
    for (const one of this.#begun.values()) console.error(`No result: ${one.project.name} ${nameOf(one)}`)
    const file = process.env['OPENSPOT_TEST_END']
    if (file === undefined) return
    const end: RunEnd = {
      unfinished: [...this.#begun.values()].map(nameOf),
      stray_errors: errors.length,
      measured: modules.map(measuredFile),
    }
    writeFileSync(file, JSON.stringify(end))
  }
}

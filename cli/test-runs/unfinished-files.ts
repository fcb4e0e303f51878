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
}

/**
 * Names the files that began and have no result, because their process ended: otherwise a run only says that there are fewer results
 * than files. Says of each such process how it ended.
 */
export default class UnfinishedFiles implements Reporter {
  readonly #begun = new Map<string, TestModule>()
  readonly #workers = watchWorkers()

  onTestModuleQueued(module: TestModule): void {
    this.#begun.set(module.id, module)
  }

  onTestModuleEnd(module: TestModule): void {
    this.#begun.delete(module.id)
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly unknown[]): void {
    for (const ended of this.#workers.report()) console.error(ended)
    for (const { moduleId, project } of this.#begun.values())
      console.error(`No result: ${project.name} ${path.relative(process.cwd(), moduleId)}`)
    const file = process.env['OPENSPOT_TEST_END']
    if (file === undefined) return
    const unfinished = [...this.#begun.values()].map(({ moduleId }) => path.relative(process.cwd(), moduleId))
    writeFileSync(file, JSON.stringify({ unfinished, stray_errors: errors.length } satisfies RunEnd))
  }
}

import type { RunnerTask, RunnerTestFile, RunnerTestSuite } from 'vitest'
import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time of the test's own process, in milliseconds; of a file with its imports and hooks. */
    cpu_ms?: number
    /** The most memory that the process of a file has had by its end, and had before it, in megabytes. */
    max_rss_mb?: number
    rss_before_mb?: number
  }
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const maxRssMb = (): number => Math.round(process.resourceUsage().maxRSS / 1024)

/** Runs tests as usual, and measures what each test and file needs of its process: unlike time, that hardly depends on what else runs. */
export default class MeasuredRunner extends TestRunner {
  readonly #began = new Map<string, number>()
  #before_mb = 0

  override onCollectStart(file: RunnerTestFile): void {
    this.#began.set(file.id, cpuMs())
    this.#before_mb = maxRssMb()
    super.onCollectStart(file)
  }

  override async onBeforeRunTask(task: RunnerTask): Promise<void> {
    this.#began.set(task.id, cpuMs())
    await super.onBeforeRunTask(task)
  }

  override onAfterRunTask(task: RunnerTask): void {
    task.meta.cpu_ms = this.#since(task.id)
    super.onAfterRunTask(task)
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite)
    if (suite.file.id !== suite.id) return
    suite.meta.cpu_ms = this.#since(suite.id)
    suite.meta.max_rss_mb = maxRssMb()
    suite.meta.rss_before_mb = this.#before_mb
  }

  #since(id: string): number {
    const began = this.#began.get(id) ?? cpuMs()
    this.#began.delete(id)
    return Math.round(cpuMs() - began)
  }
}

import type { ErrorDropReason } from '@openspot/core/error-monitoring/enums.ts'
import type { Deps } from '../../deps.ts'
import { reportFailure } from '../../failures.ts'
import { countDrops } from './drops.sql.ts'

const everyMs = 5_000

/** Counts what was dropped, and saves it every few seconds, so that a flood does not become one of statements. */
export class Drops {
  private counts = new Map<ErrorDropReason, number>()
  private timer: NodeJS.Timeout | null = null
  private readonly deps: Pick<Deps, 'log' | 'ports'> & { database: Pick<Deps['database'], 'pool'> }

  constructor(deps: Drops['deps']) {
    this.deps = deps
  }

  add(reason: ErrorDropReason, count = 1): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + count)
    this.timer ??= setTimeout(() => void this.save(), everyMs).unref()
  }

  /** Saves the counts. What can't be saved now is saved the next time. Never throws. */
  async save(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
    const { counts } = this
    if (counts.size === 0) return
    this.counts = new Map()
    try {
      await countDrops(this.deps.database.pool, counts, this.deps.ports.now())
      this.deps.log.warn(
        { event: 'reports_dropped', ...Object.fromEntries(counts) },
        'error reports were dropped',
      )
    } catch (error) {
      reportFailure(this.deps.log, { task: 'count_error_drops', error })
      for (const [reason, count] of counts) this.add(reason, count)
    }
  }
}

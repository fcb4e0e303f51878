import type { Result, TaskName } from './messages.ts'
import { type BenchContext, run } from './rounds.ts'

/** Pages per second that are the goal; null for what is only reported. */
const pages: readonly (readonly [what: string, task: TaskName, target: number | null])[] = [
  ['home page', 'home_page', 2000],
  ['results of 20 places that many look for', 'results_page', 250],
  ['results that nobody else looks for', 'new_results_page', null],
  ['any lot of the database', 'lot_page', 400],
]

/** Reads of the API while pages are rendered may take this many times as long as with an idle web. */
const MOST_TIMES = 1.5

export interface MeasuredPages {
  pages: { what: string; result: Result; target: number | null }[]
  /** Reads by ID, first with an idle web and then while new results are rendered as fast as they can be. */
  reads: { idle: Result; busy: Result; rendered: Result; most_times: number }
}

/** Measures how many pages are sent per second, and what rendering them does to the API in the same process. */
export async function measurePages(context: BenchContext): Promise<MeasuredPages> {
  const measured: MeasuredPages['pages'] = []
  for (const [what, task, target] of pages) {
    await run(context, task, 8, 3)
    measured.push({ what, result: await run(context, task, 8, 6), target })
    context.print(`${what}: done`)
  }
  await run(context, 'read', 8, 2)
  // Less than the process can do, so that the times are those of the work and not of a queue.
  const idle = await run(context, 'read', 8, 6, 0, 200)
  const [busy, rendered] = await Promise.all([
    run(context, 'read', 8, 6, 0, 200),
    run(context, 'new_results_page', 8, 6, 1),
  ])
  return { pages: measured, reads: { idle, busy, rendered, most_times: MOST_TIMES } }
}

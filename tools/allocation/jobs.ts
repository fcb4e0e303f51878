import { type DemandOptions, makeDemand } from './demand.ts'
import { type Outcome, simulate, simulateMovable } from './simulate.ts'
import { measures, type Strategy, strategies } from './strategies.ts'

/** A demand, and which columns of a table to fill for it. */
export interface Job extends DemandOptions {
  columns: 'strategies' | 'measures'
}

export type JobResult = Record<string, Outcome>

/** The column of the upper bound. */
export const MOVABLE = 'all movable'

/** Runs each strategy, or each measure next to first fit, on the same demand. */
export function runJob(job: Job): JobResult {
  const demand = makeDemand(job)
  const columns: Record<string, Strategy> =
    job.columns === 'strategies' ? strategies : { 'first fit': strategies['first fit'], ...measures }
  const result: JobResult = {}
  for (const [name, strategy] of Object.entries(columns)) {
    result[name] = simulate(job.spot_count, demand, strategy)
  }
  if (job.columns === 'strategies') result[MOVABLE] = simulateMovable(job.spot_count, demand)
  return result
}

const loads = [0.9, 1, 1.1, 1.3]
/** Number of seeds by number of spots: small lots vary more and take less time. */
const seedsOf = new Map([
  [20, 10],
  [50, 5],
  [200, 2],
])

/** Returns all jobs, slowest first, so that no processor waits for another at the end. */
export function allJobs(first_seed: number): Job[] {
  const jobs: Job[] = []
  for (const [spot_count, seed_count] of seedsOf) {
    for (const load of loads) {
      for (let seed = first_seed; seed < first_seed + seed_count; seed += 1) {
        for (const mix of ['town', 'airport'] as const) {
          for (const flexible_percent of [50, 100]) {
            jobs.push({ mix, spot_count, load, flexible_percent, seed, columns: 'strategies' })
          }
          if (spot_count < 200) {
            jobs.push({ mix, spot_count, load, flexible_percent: 100, seed, columns: 'measures' })
          }
        }
      }
    }
  }
  const workOf = ({ mix, spot_count, load }: Job) => spot_count ** 2 * load * (mix === 'town' ? 3 : 1)
  return jobs.sort((a, b) => workOf(b) - workOf(a))
}

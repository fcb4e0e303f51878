import { parseArgs } from 'node:util'
import { PlainError } from '@openspot/core/plain-error.ts'
import { allJobs } from './jobs.ts'
import { runJobs } from './processes.ts'
import { smallCase, smallCases } from './small-cases.ts'
import { measureTable, type Run, smallTable, strategyTable } from './tables.ts'

const use = 'npm run allocation -- [--seed N]'

/**
 * Reports the effect of best fit and reseating on simulated lots. The best-fit measure was chosen on seeds 1 to 30; the
 * reported numbers come from other seeds.
 */
export async function allocation(args: string[]): Promise<number> {
  const seed = readSeed(args)
  const began = performance.now()
  const jobs = allJobs(seed)
  const results = await runJobs(jobs, (line) => console.error(line))
  const runs = jobs.map((job, at): Run => ({ job, result: results[at] ?? {} }))
  const said = [`Seeds from ${seed}. Mean over the seeds ± standard deviation; % more than first fit.`]
  for (const mix of ['town', 'airport'] as const) {
    const of = runs.filter(({ job }) => job.mix === mix && job.columns === 'strategies')
    said.push(`### Spot-hours, ${mix}`, strategyTable(of, 'hours'))
    said.push(`### Bookings, ${mix}`, strategyTable(of, 'bookings'))
  }
  const measured = runs.filter(({ job }) => job.columns === 'measures')
  said.push('### Measures of best fit: spot-hours, all drivers flexible', measureTable(measured))
  for (const percent of [50, 100]) {
    said.push(
      `### ${smallCase.cases} cases of ${smallCase.requests} requests for ${smallCase.spots} spots, ${percent} % flexible`,
      smallTable(smallCases(seed, percent)),
    )
  }
  console.log(said.join('\n\n'))
  console.error(`${((performance.now() - began) / 1000).toFixed(0)} s`)
  return 0
}

function readSeed(args: string[]): number {
  try {
    const { values } = parseArgs({ args, options: { seed: { type: 'string' } } })
    const { seed = '101' } = values
    if (!/^\d{1,6}$/.test(seed)) throw new PlainError(`The seed must be a whole number of at least 0. ${use}`)
    return Number(seed)
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${(error as Error).message.split('\n')[0]} ${use}`)
  }
}

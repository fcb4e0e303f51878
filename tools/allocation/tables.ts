import { type Job, type JobResult, MOVABLE } from './jobs.ts'
import type { Outcome } from './simulate.ts'
import type { SmallResult } from './small-cases.ts'
import { smallCase } from './small-cases.ts'

/** A job with its result. */
export type Run = { job: Job; result: JobResult }

const FIRST = 'first fit'

/** Formats a Markdown table with right-aligned numbers. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** One row per kind of lot: the result of first fit, and the gain of the others in %. */
export function strategyTable(runs: readonly Run[], figure: 'hours' | 'bookings'): string {
  const columns = ['random', 'best fit', 're-seated', 'may swap', MOVABLE]
  const rows = [...grouped(runs)].map(([name, group]) => {
    const { spot_count } = group[0]?.job ?? { spot_count: 0 }
    const first = group.map(({ result }) => result[FIRST]?.[figure] ?? 0)
    const said =
      figure === 'hours' ? `${((mean(first) / spot_count / 720) * 100).toFixed(1)} %` : mean(first).toFixed(0)
    const moves = ['re-seated', 'may swap'].map((column) => movesPerHundred(group, column).toFixed(1))
    return [name, said, ...columns.map((column) => gainOf(group, column, figure)), ...moves]
  })
  const head = [
    'spots, load, flexible',
    figure === 'hours' ? 'first fit: share of all hours' : 'first fit: bookings',
    ...columns,
    'moves per 100, re-seated',
    'may swap',
  ]
  return markdown(head, rows)
}

/** One row per measure: the gain in hours over first fit in %, for each lot size over all loads. */
export function measureTable(runs: readonly Run[]): string {
  const kinds = [...new Set(runs.map(({ job }) => `${job.mix} ${job.spot_count}`))].sort()
  const names = Object.keys(runs[0]?.result ?? {}).filter((name) => name !== FIRST)
  const rows = names.map((name) => [
    name,
    ...kinds.map((kind) =>
      gainOf(
        runs.filter(({ job }) => `${job.mix} ${job.spot_count}` === kind),
        name,
        'hours',
      ),
    ),
  ])
  return markdown(['measure', ...kinds], rows)
}

export function smallTable(results: readonly SmallResult[]): string {
  const head = ['', 'of the optimum', 'in the worst case', 'cases without loss', 'moves per 100']
  const rows = results.map(({ strategy, held, percent, least_percent, optimal, moves }) => [
    strategy,
    `${percent.toFixed(2)} %`,
    `${least_percent.toFixed(0)} %`,
    `${((optimal / smallCase.cases) * 100).toFixed(1)} %`,
    ((moves / held) * 100).toFixed(1),
  ])
  return markdown(head, rows)
}

/** Groups by lot, load, and share of flexible drivers, smallest first. */
function grouped(runs: readonly Run[]): Map<string, Run[]> {
  const groups = new Map<string, Run[]>()
  const keyOf = ({ job }: Run) => job.flexible_percent * 1e6 + job.spot_count * 1e3 + job.load
  for (const run of runs.toSorted((a, b) => keyOf(a) - keyOf(b))) {
    const { spot_count, load, flexible_percent } = run.job
    const name = `${spot_count}, ${load.toFixed(1)}, ${flexible_percent} %`
    groups.set(name, [...(groups.get(name) ?? []), run])
  }
  return groups
}

/** Returns the gain over first fit in %: mean and standard deviation over the seeds. */
function gainOf(runs: readonly Run[], column: string, figure: keyof Outcome): string {
  const gains = runs.map(({ result }) => {
    const first = result[FIRST]?.[figure] ?? 0
    return ((result[column]?.[figure] ?? 0) / first - 1) * 100
  })
  const middle = mean(gains)
  const squares = gains.reduce((sum, gain) => sum + (gain - middle) ** 2, 0)
  const spread = Math.sqrt(squares / Math.max(1, gains.length - 1))
  return `${middle < 0 ? '−' : '+'}${Math.abs(middle).toFixed(2)} ± ${spread.toFixed(2)}`
}

function movesPerHundred(runs: readonly Run[], column: string): number {
  const sum = (figure: 'moves' | 'bookings') =>
    runs.reduce((all, { result }) => all + (result[column]?.[figure] ?? 0), 0)
  return (sum('moves') / sum('bookings')) * 100
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

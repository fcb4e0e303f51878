import type { Order, Result, TaskName, Usage } from './messages.ts'
import type { Processes } from './processes.ts'
import type { Size } from './size.ts'

export interface BenchContext {
  processes: Processes
  size: Size
  base_at: string
  database_url: string
  print(line: string): void
}

export interface Ratio {
  name: string
  in_flight: number
  /** The product and its baseline: medians over the rounds. */
  product: Result
  floor: Result
  ratio: number
  /** The ratio of each pair of rounds; their spread shows how reliable the median is. */
  pairs: number[]
  /** Server CPU time per call in microseconds. */
  server_us: number
  target: number
}

let rounds = 0

export function run(
  context: BenchContext,
  task: TaskName,
  in_flight: number,
  seconds: number,
  which: 0 | 1 = 0,
  per_second: number | null = null,
): Promise<Result> {
  const { processes, size, base_at, database_url } = context
  const { product_url, bare_url } = processes
  const seed = 1000 + rounds++
  const order: Order = {
    task,
    in_flight,
    seconds,
    per_second,
    seed,
    size,
    base_at,
    database_url,
    product_url,
    bare_url,
  }
  return processes.load(order, which)
}

/**
 * Compares the product with its baseline in short rounds in alternating order, so that a temporary slowdown of the
 * machine affects both.
 */
export async function compare(
  context: BenchContext,
  name: string,
  tasks: [product: TaskName, floor: TaskName],
  setting: { in_flight: number; seconds: number; pairs: number; warm_up: number; target: number },
): Promise<Ratio> {
  const { in_flight, seconds, pairs, warm_up, target } = setting
  for (const task of tasks) await run(context, task, in_flight, warm_up)
  const product: Result[] = []
  const floor: Result[] = []
  let cpu = 0
  for (let pair = 0; pair < pairs; pair++) {
    const productRound = async () => {
      const before: Usage = await context.processes.usage()
      product.push(await run(context, tasks[0], in_flight, seconds))
      cpu += (await context.processes.usage()).cpu_seconds - before.cpu_seconds
    }
    const floorRound = async () => {
      floor.push(await run(context, tasks[1], in_flight, seconds))
    }
    if (pair % 2 === 0) {
      await productRound()
      await floorRound()
    } else {
      await floorRound()
      await productRound()
    }
  }
  const each = product.map((result, at) => result.per_second / (floor[at]?.per_second ?? 1))
  const calls = product.reduce((sum, result) => sum + result.per_second * seconds, 0)
  const measured: Ratio = {
    name,
    in_flight,
    product: middle(product),
    floor: middle(floor),
    ratio: median(each),
    pairs: each,
    server_us: (cpu / calls) * 1e6,
    target,
  }
  context.print(`${name}: ${measured.ratio.toFixed(2)}`)
  return measured
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** Returns the median round by rate. */
function middle(results: Result[]): Result {
  const result = results.toSorted((a, b) => a.per_second - b.per_second)[Math.floor(results.length / 2)]
  if (!result) throw new Error('No round was measured.')
  const bad = Object.entries(result.outcomes).find(
    ([outcome, count]) => /^5|^401|^403|^429|terms|not_found/.test(outcome) && count > 0,
  )
  if (bad) throw new Error(`The rounds of ${result.task} had unexpected results: ${bad.join(' ')} times.`)
  return result
}
